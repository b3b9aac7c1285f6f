package main

import (
	"path"
	"slices"
	"strings"
)

// selection is what a change may break.
type selection struct {
	groups   [][]string // packages with tests, the likeliest to fail first
	compiled []string   // the changed packages and all that import them, with tests or without
}

// selectPackages groups the packages to test by their distance from the changed files:
// first packages with a changed file, then packages whose code reads one, then packages
// that import one of the first group, and so on. If only the tests of a package import
// another group, the package is tested, but its importers are not. A change of go.mod or
// go.sum selects all packages. Packages without tests are left out.
func selectPackages(all []pkg, files []string, readers map[string]bool) selection {
	if len(files) == 0 {
		return selection{}
	}
	spread := touchedPackages(all, files) // their importers are selected too
	seen := map[string]bool{}             // already in a group
	var s selection
	add := func(selected func(pkg) bool) {
		var group []string
		for _, p := range all {
			if !seen[p.ImportPath] && selected(p) {
				seen[p.ImportPath] = true
				if p.hasTests() {
					group = append(group, p.ImportPath)
				}
			}
		}
		if len(group) > 0 {
			s.groups = append(s.groups, group)
		}
	}
	add(func(p pkg) bool { return spread[p.ImportPath] })
	add(func(p pkg) bool { return readers[p.ImportPath] })
	for more := true; more; {
		direct := importers(all, spread)
		add(func(p pkg) bool { return direct[p.ImportPath] || imports(p.testImports(), spread) })
		more = len(direct) > 0
		for path := range direct {
			spread[path] = true
		}
	}
	// Last, because every change selects them.
	add(func(p pkg) bool { return strings.HasSuffix(p.ImportPath, structureTests) })
	for _, p := range all {
		if spread[p.ImportPath] {
			s.compiled = append(s.compiled, p.ImportPath)
		}
	}
	return s
}

// importers are the packages that import one of the given ones and are not among them.
func importers(all []pkg, given map[string]bool) map[string]bool {
	next := map[string]bool{}
	for _, p := range all {
		if !given[p.ImportPath] && imports(p.Imports, given) {
			next[p.ImportPath] = true
		}
	}
	return next
}

func imports(paths []string, given map[string]bool) bool {
	return slices.ContainsFunc(paths, func(path string) bool { return given[path] })
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
