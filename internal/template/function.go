package template

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Function is a function as the template defines it.
type Function struct {
	Name        string // logical name
	Family      string // from the end of the description; the folder that it was built from
	Timeout     time.Duration
	Environment map[string]any // values may contain references
	Asset       string         // folder of the code, relative to the template's
}

// Functions reads all functions, sorted by logical name.
func (t *Template) Functions() ([]Function, error) {
	var all []Function
	for _, name := range t.OfType("AWS::Lambda::Function") {
		var read struct {
			Description string
			Timeout     int
			Environment struct{ Variables map[string]any }
			Code        struct{ S3Key string }
		}
		if err := decodeProperties(t.Resources[name].Properties, &read); err != nil {
			return nil, fmt.Errorf("function %s: %w", name, err)
		}
		hash, ok := strings.CutSuffix(read.Code.S3Key, ".zip")
		if !ok {
			return nil, fmt.Errorf("function %s has no code that was packed by synthesis: %q", name, read.Code.S3Key)
		}
		_, family, _ := strings.Cut(read.Description, ": ")
		all = append(all, Function{
			Name: name, Family: family, Timeout: time.Duration(read.Timeout) * time.Second,
			Environment: read.Environment.Variables, Asset: "asset." + hash,
		})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the template has no functions")
	}
	return all, nil
}

// FunctionOf reads the function of a family. It reports whether the template has one.
func (t *Template) FunctionOf(family string) (f Function, found bool, err error) {
	all, err := t.Functions()
	if err != nil {
		return f, false, err
	}
	at := slices.IndexFunc(all, func(f Function) bool { return f.Family == family })
	if at < 0 {
		return f, false, nil
	}
	return all[at], true, nil
}

// Families lists the family of each function.
func Families(functions []Function) []string {
	all := make([]string, len(functions))
	for i, f := range functions {
		all[i] = f.Family
	}
	return all
}

// Binary is the path of a function's packaged binary. Errors: the binary no longer
// exists.
func (t *Template) Binary(f Function) (string, error) {
	path := filepath.Join(t.Folder, f.Asset, "bootstrap")
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("the code of function %s is gone, run make synth again: %w", f.Name, err)
	}
	return path, nil
}

// Settings are a function's environment with its references resolved.
func (f Function) Settings(names Resolver) (map[string]string, error) {
	all := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(f.Environment)) {
		text, err := ResolveText(f.Environment[name], names)
		if err != nil {
			return nil, fmt.Errorf("function %s: setting %s: %w", f.Name, name, err)
		}
		all[name] = text
	}
	return all, nil
}
