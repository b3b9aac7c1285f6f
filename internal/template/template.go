// Package template reads what a synthesised CloudFormation template says of the
// table, the functions and the API, so that whatever runs Stint outside of AWS
// is set up from it and by nothing else.
package template

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Template is a CloudFormation template, with the folder it was read from.
type Template struct {
	Folder    string
	Stack     string // name
	Resources map[string]*Resource
	Outputs   map[string]Output

	text []byte // as it was read
}

// Resource is one resource of the stack.
type Resource struct {
	Type       string
	Properties map[string]any
}

// Output is a value that the stack tells; it may hold references.
type Output struct {
	Description string `json:",omitempty"`
	Value       any
}

// suffix of the file names of templates.
const suffix = ".template.json"

// ErrNotBuilt says how to get a template.
var ErrNotBuilt = errors.New("no template in cdk.out: run make synth first")

// Find gives the path of the only template in a folder. Errors: ErrNotBuilt, or
// one that lists the templates when there are several.
func Find(folder string) (string, error) {
	all, err := filepath.Glob(filepath.Join(folder, "*"+suffix))
	if err != nil {
		return "", err
	}
	switch len(all) {
	case 0:
		return "", ErrNotBuilt
	case 1:
		return all[0], nil
	}
	return "", fmt.Errorf("there are several templates, name one with TEMPLATE=…: %s", strings.Join(all, ", "))
}

// Open reads the template at a path; without one, that of an assembly's folder.
func Open(path, assembly string) (*Template, error) {
	if path == "" {
		var err error
		if path, err = Find(assembly); err != nil {
			return nil, err
		}
	}
	return Read(path)
}

// Read reads a template.
func Read(path string) (*Template, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w (%s)", ErrNotBuilt, path)
	}
	if err != nil {
		return nil, err
	}
	t := &Template{text: text, Folder: filepath.Dir(path), Stack: strings.TrimSuffix(filepath.Base(path), suffix)}
	if err := json.Unmarshal(text, t); err != nil {
		return nil, fmt.Errorf("%s is no template: %w", path, err)
	}
	return t, nil
}

// OfType lists the logical names of the resources of a type, sorted.
func (t *Template) OfType(kind string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(t.Resources)) {
		if t.Resources[name].Type == kind {
			names = append(names, name)
		}
	}
	return names
}

// single is the logical name of the single resource of a type.
func (t *Template) single(kind string) (string, error) {
	all := t.OfType(kind)
	if len(all) != 1 {
		return "", fmt.Errorf("the template has %d resources of type %s, want 1", len(all), kind)
	}
	return all[0], nil
}

// API is the logical name of the REST API. Errors: when there is not just one.
func (t *Template) API() (string, error) { return t.single("AWS::ApiGateway::RestApi") }

// Stage is the name of the API's stage.
func (t *Template) Stage() (string, error) {
	name, err := t.single("AWS::ApiGateway::Stage")
	if err != nil {
		return "", err
	}
	stage, _ := t.Resources[name].Properties["StageName"].(string)
	return stage, nil
}

// decodeProperties reads properties into a value whose fields are named as they are.
func decodeProperties(properties map[string]any, value any) error {
	text, err := json.Marshal(properties)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}
