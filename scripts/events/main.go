// Command events writes a sample API Gateway event for every route, to try the
// functions with (make invoke EVENT=…, sam local invoke -e …):
// events/<family>/<route id>.json.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stint/functions"
	"stint/scripts/internal/sample"
)

func main() {
	if err := run("events"); err != nil {
		fmt.Fprintln(os.Stderr, "events:", err)
		os.Exit(1)
	}
}

// run writes the events into a folder, and takes away what no route has any more.
func run(folder string) error {
	want, err := generate()
	if err != nil {
		return err
	}
	old, err := existingEvents(folder)
	if err != nil {
		return err
	}
	for _, path := range old {
		if name, err := filepath.Rel(folder, path); err != nil || want[name] == nil {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	for name, text := range want {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// existingEvents lists the events below a folder; the answers beside them are not ours.
func existingEvents(folder string) ([]string, error) {
	all, err := filepath.Glob(filepath.Join(folder, "*", "*.json"))
	return slices.DeleteFunc(all, func(path string) bool { return strings.HasSuffix(path, ".answer.json") }), err
}

// generate makes the text of every event by its path below the folder. What
// exists at home only has none.
func generate() (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, f := range functions.Families() {
		for _, spec := range f.Routes {
			if spec.LocalOnly {
				continue
			}
			event, err := sample.Event(spec)
			if err != nil {
				return nil, fmt.Errorf("route %s: %w", spec.ID, err)
			}
			text, err := marshal(event)
			if err != nil {
				return nil, fmt.Errorf("route %s: %w", spec.ID, err)
			}
			all[filepath.Join(f.Name, spec.ID+".json")] = text
		}
	}
	return all, nil
}

func marshal(event any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(event)
	return out.Bytes(), err
}
