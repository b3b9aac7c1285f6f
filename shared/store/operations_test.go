package store

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"
)

// Every operation that can fail says its name in its errors.
func TestOperationsSayTheirNamesInErrors(t *testing.T) {
	t.Parallel()
	operations := 0
	for _, name := range sourceFiles(t) {
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range parsed.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok && isOperation(f) {
				if operations++; wrappedName(f) != f.Name.Name {
					t.Errorf("%s: %s has the name %q in its errors", set.Position(f.Pos()), f.Name.Name, wrappedName(f))
				}
			}
		}
	}
	if operations < 200 {
		t.Errorf("only %d operations were found", operations)
	}
}

// isOperation reports whether a function is an operation of a store that can fail.
func isOperation(f *ast.FuncDecl) bool {
	if f.Recv == nil || !f.Name.IsExported() || f.Type.Results == nil {
		return false
	}
	of, ok := f.Recv.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	store, _ := of.X.(*ast.Ident)
	results := f.Type.Results.List
	last, ok := results[len(results)-1].Type.(*ast.Ident)
	return ok && last.Name == "error" && slices.Contains(operators, store.Name) && !slices.Contains(shared, f.Name.Name)
}

// operators are the types with the operations of the store.
var operators = []string{"Store", "Core"}

// shared are parts of operations, which use them under their own names, and Records, whose part in
// the core says the name.
var shared = []string{
	"Records", "LiveWorkspace", "ActiveMembers", "ProjectMembershipsOf", "Users", "APIKeyDetails", "Restore",
	"RemoveWorkspace", "WithLostLinks",
}

// wrappedName is the name that an operation has in its errors; "" for none.
func wrappedName(f *ast.FuncDecl) string {
	first, ok := f.Body.List[0].(*ast.DeferStmt)
	if !ok || len(first.Call.Args) < 2 {
		return ""
	}
	wrap, inCore := first.Call.Fun.(*ast.Ident)
	if !isCallOf(first.Call, "core.Wrap") && (!inCore || wrap.Name != "Wrap") {
		return ""
	}
	name, ok := first.Call.Args[1].(*ast.BasicLit)
	if !ok {
		return ""
	}
	text, _ := strconv.Unquote(name.Value)
	return text
}
