package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
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
	Imports      []string
	Deps         []string
	TestGoFiles  []string
	XTestGoFiles []string
	TestImports  []string
	XTestImports []string
	Module       struct{ Dir string }
}

func (p pkg) hasTests() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

func (p pkg) testImports() []string { return slices.Concat(p.TestImports, p.XTestImports) }

// listPackages lists all packages of the module in a folder. Packages with few
// dependencies come first, because their tests are the quickest. Packages that do not
// compile are included, so that their tests fail.
func listPackages(folder string) ([]pkg, error) {
	c := exec.Command(goCommand(), "list", "-e", "-json=ImportPath,Dir,Imports,Deps,TestGoFiles,XTestGoFiles,TestImports,XTestImports,Module", "./...")
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

// selectGroups groups the packages to test by their distance from the changed files:
// first packages with a changed file, then packages that import one of the first
// group, and so on. If only the tests of a package import another group, the package
// is tested, but its importers are not. A change of go.mod or go.sum selects all
// packages. Packages without tests are left out.
func selectGroups(all []pkg, files []string) [][]string {
	if len(files) == 0 {
		return nil
	}
	touched := touchedPackages(all, files)
	seen := map[string]bool{}   // already in a group
	spread := map[string]bool{} // its importers are selected too
	var first []string
	for _, p := range all {
		if touched[p.ImportPath] {
			first = append(first, p.ImportPath)
			seen[p.ImportPath], spread[p.ImportPath] = true, true
		}
	}
	testable := map[string]bool{}
	for _, p := range all {
		testable[p.ImportPath] = p.hasTests()
	}
	var groups [][]string
	for group, more := first, true; more; group, more = importers(all, seen, spread) {
		group = slices.DeleteFunc(group, func(path string) bool { return !testable[path] })
		if len(group) > 0 {
			groups = append(groups, group)
		}
	}
	for _, p := range all { // last, because documents select it too
		if strings.HasSuffix(p.ImportPath, structureTests) && !seen[p.ImportPath] {
			groups = append(groups, []string{p.ImportPath})
		}
	}
	return groups
}

// importers returns the packages that are one import farther away, and marks them. more
// reports whether it marked any package.
func importers(all []pkg, seen, spread map[string]bool) (next []string, more bool) {
	var nextSpread []string
	concerned := func(imports []string) bool {
		return slices.ContainsFunc(imports, func(path string) bool { return spread[path] })
	}
	for _, p := range all {
		direct := !spread[p.ImportPath] && concerned(p.Imports)
		if direct {
			nextSpread = append(nextSpread, p.ImportPath)
		}
		if !seen[p.ImportPath] && (direct || concerned(p.testImports())) {
			next = append(next, p.ImportPath)
		}
	}
	for _, path := range next {
		seen[path] = true
	}
	for _, path := range nextSpread {
		spread[path] = true
	}
	return next, len(next)+len(nextSpread) > 0
}

// touchedPackages are the packages with a changed file. A file without a package in
// its folder, such as test data, belongs to the package in the nearest folder above.
func touchedPackages(all []pkg, files []string) map[string]bool {
	byDir := map[string]string{}
	for _, p := range all {
		byDir[p.Dir] = p.ImportPath
	}
	touched := map[string]bool{}
	for _, file := range files {
		if file == "go.mod" || file == "go.sum" {
			for _, p := range all {
				touched[p.ImportPath] = true
			}
			return touched
		}
		for dir := path.Dir(file); ; dir = path.Dir(dir) {
			if owner, ok := byDir[dir]; ok {
				touched[owner] = true
				break
			}
			if dir == "." {
				break
			}
		}
	}
	return touched
}

// drivesBrowser reports whether tests of a selected package use a real browser.
func drivesBrowser(all []pkg, selected []string) bool {
	return slices.ContainsFunc(all, func(p pkg) bool {
		return slices.Contains(selected, p.ImportPath) &&
			slices.ContainsFunc(p.testImports(), func(path string) bool { return strings.HasSuffix(path, browserDriver) })
	})
}
