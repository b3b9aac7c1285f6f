// Command races lists what the race detector looks at, as arguments of go test: -run with the names
// of tests, and packages. These are the tests that do several things at the same time, and all
// tests of the packages below shared and internal whose own code does. With the argument
// "database" it lists the tests that do so and use a table of the test kit, for a run on another
// engine.
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
	"slices"
	"strings"
)

func main() {
	selected, err := selectTests(".", len(os.Args) > 1 && os.Args[1] == "database")
	if err != nil {
		fmt.Fprintln(os.Stderr, "races:", err)
		os.Exit(1)
	}
	fmt.Println(selected.arguments())
}

// selection are the tests to run, by their package's folder.
type selection map[string][]string

// arguments are those of go test. A test runs in each of the packages that has one of its name.
func (s selection) arguments() string {
	names := map[string]bool{}
	for _, tests := range s {
		for _, name := range tests {
			names[name] = true
		}
	}
	return "-run ^(" + strings.Join(slices.Sorted(maps.Keys(names)), "|") + ")$ ./" + strings.Join(slices.Sorted(maps.Keys(s)), " ./")
}

// selectTests reads all packages below a folder.
func selectTests(root string, onDatabase bool) (selection, error) {
	s := selection{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); name != "." && strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata" || name == "bin" {
			return fs.SkipDir
		}
		p, err := readPackage(path)
		if err != nil {
			return err
		}
		if tests := p.tests(onDatabase); len(tests) > 0 {
			s[filepath.ToSlash(path)] = tests
		}
		return nil
	})
	return s, err
}

// pkg is the code of a package with its tests.
type pkg struct {
	folder       string
	isConcurrent bool                // its code without tests starts goroutines, or has locks
	functions    map[string]function // of its tests, by name
}

// function is a function or method of a test file.
type function struct {
	isConcurrent bool     // starts goroutines
	usesTable    bool     // names the test kit or the tests' service
	names        []string // that it mentions; some are functions of the package
}

func readPackage(folder string) (pkg, error) {
	p := pkg{folder: filepath.ToSlash(folder), functions: map[string]function{}}
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return p, err
		}
		if !strings.HasSuffix(name, "_test.go") {
			p.isConcurrent = p.isConcurrent || describe(file).isConcurrent || importsLocks(file)
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

func importsLocks(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool {
		return i.Path.Value == `"sync"` || i.Path.Value == `"sync/atomic"`
	})
}

// describe tells what a function or a file does. testkit.Race and the method Go of groups start
// goroutines.
func describe(code ast.Node) (f function) {
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			f.isConcurrent = true
		case *ast.SelectorExpr:
			f.isConcurrent = f.isConcurrent || n.Sel.Name == "Go" || n.Sel.Name == "Race"
		case *ast.Ident:
			f.usesTable = f.usesTable || n.Name == "testkit" || n.Name == "apitest"
			f.names = append(f.names, n.Name)
		}
		return true
	})
	return f
}

// tests are the names of the package's selected tests.
func (p pkg) tests(onDatabase bool) (selected []string) {
	all := p.isConcurrent && !onDatabase && (strings.HasPrefix(p.folder, "shared/") || strings.HasPrefix(p.folder, "internal/"))
	for _, name := range slices.Sorted(maps.Keys(p.functions)) {
		if !strings.HasPrefix(name, "Test") || name == "TestMain" {
			continue
		}
		f := p.reach(name, map[string]bool{})
		if all || f.isConcurrent && (f.usesTable || !onDatabase) {
			selected = append(selected, name)
		}
	}
	return selected
}

// reach is what a function and all those that it mentions do.
func (p pkg) reach(name string, seen map[string]bool) function {
	seen[name] = true
	f := p.functions[name]
	for _, other := range f.names {
		if _, known := p.functions[other]; known && !seen[other] {
			inner := p.reach(other, seen)
			f.isConcurrent, f.usesTable = f.isConcurrent || inner.isConcurrent, f.usesTable || inner.usesTable
		}
	}
	return f
}
