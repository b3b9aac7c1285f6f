package sample

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

// Encode is the text of an event or an answer as its file has it: indented JSON,
// without escapes for HTML, so that people can read and edit it.
func Encode(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(value)
	return out.Bytes(), err
}

// ReplaceFiles writes the wanted files, by path, and removes the old files that are
// not among them.
func ReplaceFiles(old []string, want map[string][]byte) error {
	for _, path := range old {
		if want[path] == nil {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	for path, text := range want {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
