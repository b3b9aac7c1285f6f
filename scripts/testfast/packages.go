package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Packages of this module that the selection treats specially.
const (
	structureTests = "/internal/architecture" // reads the source and the documents of everything
	browserDriver  = "/internal/browser"
)

// pkg is a package as go list describes it.
type pkg struct {
	ImportPath   string
	Dir          string // below the root of the module, "." for the root
	GoFiles      []string
	Imports      []string
	Deps         []string
	TestGoFiles  []string
	XTestGoFiles []string
	TestImports  []string
	XTestImports []string
	Module       struct{ Dir string }
}

func (p pkg) files() []string { return slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) }

func (p pkg) hasTests() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

func (p pkg) testImports() []string { return slices.Concat(p.TestImports, p.XTestImports) }

// drivesBrowser reports whether the tests use a real browser.
func (p pkg) drivesBrowser() bool {
	return slices.ContainsFunc(p.testImports(), func(path string) bool { return strings.HasSuffix(path, browserDriver) })
}

// listPackages lists all packages of the module in a folder. Packages with few
// dependencies come first, because their tests are the quickest. Packages that do not
// compile are included, so that their tests fail.
func listPackages(folder string) ([]pkg, error) {
	c := exec.Command(goCommand(), "list", "-e",
		"-json=ImportPath,Dir,GoFiles,Imports,Deps,TestGoFiles,XTestGoFiles,TestImports,XTestImports,Module", "./...")
	c.Dir = folder
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []pkg
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p pkg
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			slices.SortStableFunc(all, func(a, b pkg) int { return len(a.Deps) - len(b.Deps) })
			return all, nil
		case err != nil:
			return nil, err
		}
		if p.Dir, err = filepath.Rel(p.Module.Dir, p.Dir); err != nil {
			return nil, err
		}
		p.Dir = filepath.ToSlash(p.Dir)
		all = append(all, p)
	}
}
