package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Lambda freezes a process after its answer, so a goroutine that still runs would
// stop in the middle. Concurrent work is done in groups that are waited for.
func TestFunctionsStartNoGoroutines(t *testing.T) {
	forEachLinkedFile(t, func(set *token.FileSet, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			if statement, found := n.(*ast.GoStmt); found {
				t.Errorf("%s starts a goroutine that nothing waits for", set.Position(statement.Pos()))
			}
			return true
		})
	})
}

// forEachLinkedFile parses every file of this module that a function links.
func forEachLinkedFile(t *testing.T, visit func(*token.FileSet, *ast.File)) {
	t.Helper()
	linked := map[string]bool{}
	for _, p := range ownPackages(t) {
		if !isLambda(p) {
			continue
		}
		for _, path := range append(p.Deps, p.ImportPath) {
			linked[path] = isUnder(path, "shared") || isUnder(path, "functions")
		}
	}
	files := 0
	for path, ours := range linked {
		if !ours {
			continue
		}
		folder := filepath.Join("..", "..", strings.TrimPrefix(path, module+"/"))
		for _, name := range sourceFiles(t, folder) {
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files++
			visit(set, file)
		}
	}
	if files < 100 {
		t.Errorf("only %d files were read", files)
	}
}

// sourceFiles are the files of a folder's package, tests left out.
func sourceFiles(t *testing.T, folder string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}
