package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// pkg is the code of a package with its tests.
type pkg struct {
	folder    string
	hasLocks  bool                // its code without tests has locks or atomic values
	functions map[string]function // of its tests, by name
	code      map[string]function // of its code without tests
}

// function is what matters of the functions, methods or variables of one name.
type function struct {
	isConcurrent bool     // starts goroutines
	hasLocks     bool     // uses locks or atomic values, so goroutines started elsewhere may call it
	usesTable    bool     // names the test kit or the tests' service
	names        []string // that it mentions; some are functions of the package
}

func readPackage(root, path string) (pkg, error) {
	folder, err := filepath.Rel(root, path)
	if err != nil {
		return pkg{}, err
	}
	p := pkg{folder: filepath.ToSlash(folder), functions: map[string]function{}, code: map[string]function{}}
	files, err := filepath.Glob(filepath.Join(path, "*.go"))
	if err != nil {
		return p, err
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return p, err
		}
		if strings.HasSuffix(name, "_test.go") {
			addFunctions(p.functions, file)
			continue
		}
		p.hasLocks = p.hasLocks || describe(file).hasLocks
		addFunctions(p.code, file)
	}
	return p, nil
}

func addFunctions(to map[string]function, file *ast.File) {
	for _, d := range file.Decls {
		for _, name := range namesOf(d) {
			to[name] = to[name].merge(describe(d))
		}
	}
}

// namesOf are the names of a function or method, or of variables, which may hold functions.
func namesOf(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return []string{d.Name.Name}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if values, ok := spec.(*ast.ValueSpec); ok {
				for _, name := range values.Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

// merge is what two functions of one name do: methods of several types, or tests inside and outside of a
// package.
func (f function) merge(other function) function {
	return function{
		isConcurrent: f.isConcurrent || other.isConcurrent, hasLocks: f.hasLocks || other.hasLocks,
		usesTable: f.usesTable || other.usesTable, names: slices.Concat(f.names, other.names),
	}
}

// startsGoroutines reports whether a selector stands for work at the same time: testkit.Race, the
// method Go of groups, and time.AfterFunc.
func startsGoroutines(s *ast.SelectorExpr) bool {
	return s.Sel.Name == "Go" || s.Sel.Name == "Race" || s.Sel.Name == "AfterFunc"
}

// isLock reports whether a selector is a lock or an atomic value. sync.Once and its kin, and pools, need no look.
func isLock(s *ast.SelectorExpr) bool {
	of, _ := s.X.(*ast.Ident)
	return of != nil && (of.Name == "atomic" ||
		of.Name == "sync" && !strings.HasPrefix(s.Sel.Name, "Once") && s.Sel.Name != "Pool")
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
