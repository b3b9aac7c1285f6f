// Command races lists what the race detector looks at:
//
//   - each test that does several things at the same time
//   - in shared and internal, each test whose tested code does, and all tests of a package whose code has locks
//   - the other tests of such a package where they are fewer than ten and use no table, so that it is linked once
//
// It prints three lines: a regular expression of the tests' names, the packages that have one of them, and the packages
// that have no other test. With the argument "database" it lists those tests of the service
// alone that do several things at the same time and use a table, for a run on another engine.
package main

import (
	"fmt"
	"go/ast"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	s, err := selectTests(".", len(os.Args) > 1 && os.Args[1] == "database")
	if err != nil {
		fmt.Fprintln(os.Stderr, "races:", err)
		os.Exit(1)
	}
	fmt.Printf("^(%s)$\n%s\n%s\n", strings.Join(s.names, "|"), strings.Join(s.packages, " "), strings.Join(s.whole, " "))
}

// selection are tests by their names, and the folders of the packages that have one of them. A
// test of the same name in another package is selected, too. whole are the packages without others.
type selection struct{ names, packages, whole []string }

func newSelection(all []pkg, onDatabase bool) (s selection) {
	names, helpers := map[string]bool{}, racingHelpers(all)
	add := func(some []string) {
		for _, name := range some {
			names[name] = true
		}
	}
	for _, p := range all {
		add(p.selected(onDatabase, helpers))
	}
	for _, p := range all {
		if !onDatabase {
			add(p.fewOthers(names))
		}
	}
	s.names = slices.Sorted(maps.Keys(names))
	for _, p := range all {
		others := slices.DeleteFunc(p.tests(), func(name string) bool { return names[name] })
		if len(others) < len(p.tests()) {
			s.packages = append(s.packages, "./"+p.folder)
			if len(others) == 0 {
				s.whole = append(s.whole, "./"+p.folder)
			}
		}
	}
	return s
}

// fewTests take less time with the race detector than it takes to link them into a second program without it.
const fewTests = 10

// fewOthers are the other tests of a package that has only few of them, without those that use the database: these take
// longer.
func (p pkg) fewOthers(names map[string]bool) []string {
	others := slices.DeleteFunc(p.tests(), func(name string) bool { return names[name] })
	if len(others) == len(p.tests()) || len(others) >= fewTests || isUnder(p.folder, "functions") ||
		slices.ContainsFunc(others, p.usesTable) {
		return nil
	}
	return others
}

// usesTable reports whether a test uses the database.
func (p pkg) usesTable(name string) bool { return p.does(name, nil, map[string]bool{}).usesTable }

// racingHelpers are the exported functions and methods of the test helpers, below internal, that make
// requests at the same time: by testkit.Race, also through others of their package.
func racingHelpers(all []pkg) map[string]bool {
	helpers := map[string]bool{}
	for _, p := range all {
		if !isUnder(p.folder, "internal") {
			continue
		}
		for name := range p.code {
			if ast.IsExported(name) && p.races(name, map[string]bool{}) {
				helpers[name] = true
			}
		}
	}
	return helpers
}

// races reports whether a helper calls testkit.Race.
func (p pkg) races(name string, seen map[string]bool) bool {
	seen[name] = true
	f := p.code[name]
	if slices.Contains(f.names, "Race") {
		return true
	}
	return slices.ContainsFunc(f.names, func(other string) bool {
		_, known := p.code[other]
		return known && !seen[other] && p.races(other, seen)
	})
}

// selectTests selects tests of all packages below a folder.
func selectTests(root string, onDatabase bool) (selection, error) {
	var all []pkg
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); path != root && (strings.HasPrefix(name, ".") || name == "node_modules" ||
			name == "testdata" || name == "bin") {
			return fs.SkipDir
		}
		p, err := readPackage(root, path)
		if !onDatabase || isUnder(p.folder, "shared") || isUnder(p.folder, "functions") {
			all = append(all, p)
		}
		return err
	})
	return newSelection(all, onDatabase), err
}

func isUnder(folder, top string) bool { return folder == top || strings.HasPrefix(folder, top+"/") }

// isTest matches what -run and -skip choose from.
var isTest = regexp.MustCompile(`^(Test|Fuzz|Example)($|[^a-z])`)

// tests are the names of all its tests.
func (p pkg) tests() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(p.functions)) {
		if isTest.MatchString(name) && name != "TestMain" {
			all = append(all, name)
		}
	}
	return all
}

// selected are the names of its selected tests. Those of a package with locks are all selected, because any of its
// functions may need one.
func (p pkg) selected(onDatabase bool, helpers map[string]bool) []string {
	if p.hasLocks && !onDatabase && p.isShared() {
		return p.tests()
	}
	return slices.DeleteFunc(p.tests(), func(name string) bool {
		f := p.does(name, helpers, map[string]bool{})
		return !f.isConcurrent || onDatabase && !f.usesTable
	})
}

// isShared reports whether the race detector looks at the package's own code, and not at its tests alone.
func (p pkg) isShared() bool { return isUnder(p.folder, "shared") || isUnder(p.folder, "internal") }

// find is a function of the tests by its name, or one of the code that they test.
func (p pkg) find(name string) (f function, known bool) {
	f, known = p.functions[name]
	if own, is := p.code[name]; is && p.isShared() {
		f, known = f.merge(own), true
	}
	return f, known
}

// does is what a function and all those that it mentions do.
func (p pkg) does(name string, helpers, seen map[string]bool) function {
	seen[name] = true
	f, _ := p.find(name)
	for _, other := range f.names {
		f.isConcurrent = f.isConcurrent || helpers[other]
		if _, known := p.find(other); known && !seen[other] {
			inner := p.does(other, helpers, seen)
			f.isConcurrent, f.usesTable = f.isConcurrent || inner.isConcurrent, f.usesTable || inner.usesTable
		}
	}
	return f
}
