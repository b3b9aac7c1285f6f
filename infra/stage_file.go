package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// stagesFolder is the folder with a file of settings for each stage, <stage>.json. STINT_STAGES
// names another one.
type stagesFolder string

// openStages is the folder that STINT_STAGES names, which must exist: with a misspelt name all stages would have the
// default settings. "" is the folder here.
func openStages(name string) (stagesFolder, error) {
	if name == "" {
		return "stages", nil
	}
	info, err := os.Stat(name)
	if err == nil && !info.IsDir() {
		err = errors.New(name + " is no folder")
	}
	if err != nil {
		return "", fmt.Errorf("STINT_STAGES must name the folder of the stages' files: %w", err)
	}
	return stagesFolder(name), nil
}

// Two files are of no stage: an example, and the schema for editors.
const (
	exampleStage = "example"
	schemaStage  = "schema"
)

// fileSetting is a setting in the file of a stage.
type fileSetting struct {
	value any
	place string // the file and the line
}

// fileOf is the file of a stage.
func (f stagesFolder) fileOf(stage string) string { return filepath.Join(string(f), stage+".json") }

// read reads the file of a stage. A stage without a file has no settings. Errors name the file and
// the line.
func (f stagesFolder) read(stage string) (map[string]fileSetting, error) {
	name := f.fileOf(stage)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseStageFile(name, text)
}

// parseStageFile reads a JSON object of settings, each once.
func parseStageFile(name string, text []byte) (map[string]fileSetting, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	placeOf := func(offset int64) string {
		return fmt.Sprintf("%s:%d", name, 1+bytes.Count(text[:min(int(offset), len(text))], []byte("\n")))
	}
	all, err := decodeSettings(d, placeOf)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return nil, fmt.Errorf("%s: is not JSON: %w", placeOf(syntax.Offset), err)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("%s: is not JSON: the text ends too early", placeOf(int64(len(text))))
	}
	return all, err
}

func decodeSettings(d *json.Decoder, placeOf func(int64) string) (map[string]fileSetting, error) {
	open, err := d.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, fmt.Errorf("%s: must be an object of settings", placeOf(0))
	}
	all := map[string]fileSetting{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, place := key.(string), placeOf(d.InputOffset()) // in an object, a key is a string
		if earlier, twice := all[name]; twice {
			return nil, fmt.Errorf("%s: setting %s is there twice, see %s", place, name, earlier.place)
		}
		var value any
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		all[name] = fileSetting{value, place}
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: something follows the object of settings", placeOf(d.InputOffset()))
	}
	return all, nil
}
