package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"stint/shared/problem"
)

// Every reason that the program declares is listed with a meaning, and a conflict
// somewhere has it.
func TestEveryReasonIsUsedAndListed(t *testing.T) {
	t.Parallel()
	used, listed := usedProblemNames(t), map[string]bool{}
	for _, r := range problem.Reasons() {
		listed[string(r.Reason)] = true
		if !strings.HasSuffix(r.Meaning, ".") {
			t.Errorf("%s has no meaning", r.Reason)
		}
	}
	declared := declaredReasons(t)
	for name, word := range declared {
		if !listed[word] {
			t.Errorf("%s (%s) is not in problem.Reasons", name, word)
		}
		if !used[name] {
			t.Errorf("no conflict has the reason problem.%s", name)
		}
	}
	if len(declared) != len(listed) || len(declared) < 20 {
		t.Errorf("%d reasons are declared, %d listed", len(declared), len(listed))
	}
}

// Only problem.Conflict makes a conflict, so that none is without a reason.
func TestEveryConflictHasAReason(t *testing.T) {
	t.Parallel()
	forEachProductFile(t, func(set *token.FileSet, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			var parts []ast.Expr
			switch n := n.(type) {
			case *ast.CallExpr:
				if name := problemName(n.Fun); name == "New" || name == "Wrap" {
					parts = n.Args
				}
			case *ast.KeyValueExpr:
				parts = []ast.Expr{n.Value}
			}
			for _, part := range parts {
				if problemName(part) == "CodeConflict" {
					t.Errorf("%s: make the conflict with problem.Conflict", set.Position(n.Pos()))
				}
			}
			return true
		})
	})
}

// declaredReasons are the constants of type Reason by name.
func declaredReasons(t *testing.T) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", "shared", "problem", "reason.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if id, ok := spec.Type.(*ast.Ident); ok && id.Name == "Reason" {
			all[spec.Names[0].Name], _ = strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		}
		return true
	})
	return all
}

// usedProblemNames are the names of package problem that the product uses.
func usedProblemNames(t *testing.T) map[string]bool {
	t.Helper()
	used := map[string]bool{}
	forEachProductFile(t, func(_ *token.FileSet, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				used[problemName(e)] = true
			}
			return true
		})
	})
	return used
}

// problemName is the name in an expression such as problem.Conflict; "" for any other.
func problemName(e ast.Expr) string {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if p, ok := s.X.(*ast.Ident); !ok || p.Name != "problem" {
		return ""
	}
	return s.Sel.Name
}

// forEachProductFile parses every file in functions and shared that is no test.
func forEachProductFile(t *testing.T, visit func(*token.FileSet, *ast.File)) {
	t.Helper()
	for _, name := range goFiles(t) {
		slashed := filepath.ToSlash(name)
		if strings.HasSuffix(name, "_test.go") || !strings.Contains(slashed, "/functions/") &&
			!strings.Contains(slashed, "/shared/") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		visit(set, file)
	}
}
