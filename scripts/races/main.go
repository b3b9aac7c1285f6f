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

// pkg is the code of a package with its tests.
type pkg struct {
	folder    string
	hasLocks  bool                // its code without tests has locks or atomic values
	functions map[string]function // of its tests, by name
	code      map[string]function // of its code without tests
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
	p := pkg{folder: filepath.ToSlash(folder), functions: map[string]function{}, code: map[string]function{}}
	files, err := filepath.Glob(filepath.Join(path, "*.go"))
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
	return p, err
}

func addFunctions(to map[string]function, file *ast.File) {
	for _, d := range file.Decls {
		for _, name := range namesOf(d) {
			to[name] = to[name].and(describe(d))
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

// and is what two functions of one name do: methods of several types, or tests inside and outside of a
// package.
func (f function) and(other function) function {
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
		f, known = f.and(own), true
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
