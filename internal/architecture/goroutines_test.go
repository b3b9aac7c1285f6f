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

// A Lambda stands still once it has answered. So nothing that it links starts
// a goroutine of its own, which would be left behind: work beside other work is
// done in groups that are waited for.
func TestFunctionsStartNoGoroutines(t *testing.T) {
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
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files++
			ast.Inspect(file, func(n ast.Node) bool {
				if _, found := n.(*ast.GoStmt); found {
					t.Errorf("%s starts a goroutine that nobody waits for", name)
				}
				return true
			})
		}
	}
	if files < 100 {
		t.Errorf("%d files were read only", files)
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
