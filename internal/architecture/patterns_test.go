package architecture

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"testing"
)

// A regular expression of a package variable is compiled before a function starts, whether
// it is used or not. Package pattern compiles one when it is first used. Each of its
// expressions is a literal, so that this test can compile them all.
func TestPatternsCompileAndAreLazy(t *testing.T) {
	t.Parallel()
	patterns := 0
	forEachLinkedFile(t, func(set *token.FileSet, file *ast.File) {
		for _, call := range callsOfVariables(file) {
			switch selectorName(call.Fun) {
			case "regexp.MustCompile", "regexp.Compile", "template.Must":
				t.Errorf("%s: %s at the start of every function; use package pattern or sync.OnceValue", set.Position(call.Pos()),
					selectorName(call.Fun))
			case "pattern.New":
				patterns++
				checkExpression(t, set, call)
			}
		}
	})
	if patterns < 10 {
		t.Errorf("only %d patterns were found", patterns)
	}
}

// callsOfVariables are the calls that initialise the package variables of a file, those in
// function literals left out.
func callsOfVariables(file *ast.File) (all []*ast.CallExpr) {
	for _, d := range file.Decls {
		declared, ok := d.(*ast.GenDecl)
		if !ok || declared.Tok != token.VAR {
			continue
		}
		ast.Inspect(declared, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				all = append(all, call)
			}
			_, isFunction := n.(*ast.FuncLit)
			return !isFunction
		})
	}
	return all
}

// selectorName is the name of a function of a package: regexp.MustCompile; else "".
func selectorName(function ast.Expr) string {
	selector, ok := function.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if from, ok := selector.X.(*ast.Ident); ok {
		return from.Name + "." + selector.Sel.Name
	}
	return ""
}

func checkExpression(t *testing.T, set *token.FileSet, call *ast.CallExpr) {
	t.Helper()
	literal, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		t.Errorf("%s: the expression is no literal", set.Position(call.Pos()))
		return
	}
	expression, err := strconv.Unquote(literal.Value)
	if err == nil {
		_, err = regexp.Compile(expression)
	}
	if err != nil {
		t.Errorf("%s: %v", set.Position(call.Pos()), err)
	}
}
