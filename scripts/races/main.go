// Command races lists what the race detector looks at: the tests that do several things at the same
// time, and all tests of the packages below shared and internal whose own code does. It prints three
// lines: a regular expression of the tests' names, the packages that have one of them, and the packages
// that have no other test. With the argument "database" it lists those tests of the service
// alone that do several things at the same time and use a table, for a run on another engine.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
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
	names := map[string]bool{}
	for _, p := range all {
		for _, name := range p.selected(onDatabase) {
			names[name] = true
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

// selectTests reads all packages below a folder.
func selectTests(root string, onDatabase bool) (selection, error) {
	var all []pkg
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); path != root && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata" || name == "bin") {
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

// pkg is the code of a package with its tests.
type pkg struct {
	folder       string
	isConcurrent bool                // its code without tests starts goroutines, or has locks or atomic values
	functions    map[string]function // of its tests, by name
}

// function is a function or method of a test file.
type function struct {
	isConcurrent bool     // starts goroutines
	hasLocks     bool     // or atomic values, for the goroutines of others
	usesTable    bool     // names the test kit or the tests' service
	names        []string // that it mentions; some are functions of the package
}

func readPackage(root, path string) (pkg, error) {
	folder, err := filepath.Rel(root, path)
	if err != nil {
		return pkg{}, err
	}
	p := pkg{folder: filepath.ToSlash(folder), functions: map[string]function{}}
	files, err := filepath.Glob(filepath.Join(path, "*.go"))
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return p, err
		}
		if !strings.HasSuffix(name, "_test.go") {
			f := describe(file)
			p.isConcurrent = p.isConcurrent || f.isConcurrent || f.hasLocks
			continue
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				p.functions[f.Name.Name] = describe(f)
			}
		}
	}
	return p, err
}

// startsGoroutines reports whether a selector stands for work at the same time: testkit.Race, and the
// method Go of groups.
func startsGoroutines(s *ast.SelectorExpr) bool { return s.Sel.Name == "Go" || s.Sel.Name == "Race" }

// isLock reports whether a selector is a lock or an atomic value. sync.Once and its kin need no look.
func isLock(s *ast.SelectorExpr) bool {
	of, _ := s.X.(*ast.Ident)
	return of != nil && (of.Name == "atomic" || of.Name == "sync" && !strings.HasPrefix(s.Sel.Name, "Once"))
}

// describe tells what a function or a file does.
func describe(code ast.Node) (f function) {
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			f.isConcurrent = true
		case *ast.SelectorExpr:
			f.isConcurrent = f.isConcurrent || startsGoroutines(n)
			f.hasLocks = f.hasLocks || isLock(n)
		case *ast.Ident:
			f.usesTable = f.usesTable || n.Name == "testkit" || n.Name == "apitest"
			f.names = append(f.names, n.Name)
		}
		return true
	})
	return f
}

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

// selected are the names of its selected tests.
func (p pkg) selected(onDatabase bool) []string {
	if p.isConcurrent && !onDatabase && (isUnder(p.folder, "shared") || isUnder(p.folder, "internal")) {
		return p.tests()
	}
	return slices.DeleteFunc(p.tests(), func(name string) bool {
		f := p.does(name, map[string]bool{})
		return !f.isConcurrent || onDatabase && !f.usesTable
	})
}

// does is what a function and all those that it mentions do.
func (p pkg) does(name string, seen map[string]bool) function {
	seen[name] = true
	f := p.functions[name]
	for _, other := range f.names {
		if _, known := p.functions[other]; known && !seen[other] {
			inner := p.does(other, seen)
			f.isConcurrent, f.usesTable = f.isConcurrent || inner.isConcurrent, f.usesTable || inner.usesTable
		}
	}
	return f
}
