package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"
)

// Each count of the store has a row in the test that makes and deletes everything that is counted.
func TestEveryCountHasARow(t *testing.T) {
	t.Parallel()
	var counts, rows []string
	inspectFile(t, "../../shared/store/internal/core/count.go", func(n ast.Node) {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if kind, _ := spec.Type.(*ast.Ident); kind != nil && kind.Name == "Count" {
				counts = append(counts, spec.Names[0].Name)
			}
		}
	})
	inspectFile(t, "../../functions/counts_test.go", func(n ast.Node) {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != "countRows" {
			return
		}
		for _, row := range spec.Values[0].(*ast.CompositeLit).Elts {
			name, err := strconv.Unquote(row.(*ast.KeyValueExpr).Key.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, name)
		}
	})
	slices.Sort(counts)
	slices.Sort(rows)
	if len(counts) == 0 || !slices.Equal(counts, rows) {
		t.Errorf("the store has the counts %v, and countRows %v", counts, rows)
	}
}

// inspectFile visits the nodes of a file.
func inspectFile(t *testing.T, name string, visit func(ast.Node)) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		visit(n)
		return true
	})
}
