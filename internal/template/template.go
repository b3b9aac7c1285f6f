// Package template reads the table, the functions and the API from a synthesised
// CloudFormation template. Everything that runs Stint from the template outside of AWS
// uses it, so that it has the same setup as AWS.
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

// Template is a CloudFormation template.
type Template struct {
	Folder    string // of the template's file
	Stack     string // name of the stack
	Resources map[string]*Resource
	Outputs   map[string]Output

	text []byte // content of the file
}

// Resource is one resource of the stack.
type Resource struct {
	Type           string
	Properties     map[string]any
	DependsOn      any // a name, or a list of names
	DeletionPolicy string

	UpdateReplacePolicy string
}

// Output is an output of the stack. Its value may contain references.
type Output struct {
	Description string `json:",omitempty"`
	Value       any
}

// suffix of a template's file name.
const suffix = ".template.json"

// ErrNotBuilt means that there is not a template. It says how to make one.
var ErrNotBuilt = errors.New("no template in cdk.out: run make synth first")

// Find returns the path of the only template in a folder. Errors: ErrNotBuilt, or a
// list of the templates when there are several.
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

// Open reads the template at a path, or the only one in the assembly's folder when the
// path is "". Errors: as Find and Read.
func Open(path, assembly string) (*Template, error) {
	if path == "" {
		var err error
		if path, err = Find(assembly); err != nil {
			return nil, err
		}
	}
	return Read(path)
}

// Read reads a template. Errors: ErrNotBuilt when there is no such file.
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
		return nil, fmt.Errorf("%s is not a template: %w", path, err)
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

// API is the logical name of the REST API. Errors: there is none, or several.
func (t *Template) API() (string, error) { return t.single("AWS::ApiGateway::RestApi") }

// Stage is the name of the API's stage. Errors: there is none, or several.
func (t *Template) Stage() (string, error) {
	name, err := t.single("AWS::ApiGateway::Stage")
	if err != nil {
		return "", err
	}
	stage, _ := t.Resources[name].Properties["StageName"].(string)
	return stage, nil
}

// decodeProperties decodes properties into a struct with fields of the same names.
func decodeProperties(properties map[string]any, value any) error {
	text, err := json.Marshal(properties)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}
