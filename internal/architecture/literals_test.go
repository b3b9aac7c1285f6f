package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// TestKeysDoNotFollowLongValues checks that a key of a literal does not stand behind a value of several lines, where
// readers overlook it.
func TestKeysDoNotFollowLongValues(t *testing.T) {
	t.Parallel()
	for _, name := range goFiles(t) {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range overlookedKeys(files, file) {
			t.Errorf("%s: begin a line with this key", at)
		}
	}
}

// overlookedKeys are the places of keys on the last line of the value before them, if that value has several lines.
func overlookedKeys(files *token.FileSet, file *ast.File) (found []token.Position) {
	line := func(at token.Pos) int { return files.Position(at).Line }
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for i, element := range literal.Elts {
			_, hasKey := element.(*ast.KeyValueExpr)
			if !hasKey || i == 0 {
				continue
			}
			before := literal.Elts[i-1]
			if line(before.Pos()) < line(before.End()) && line(before.End()) == line(element.Pos()) {
				found = append(found, files.Position(element.Pos()))
			}
		}
		return true
	})
	return found
}

func TestOverlookedKeysAreFound(t *testing.T) {
	t.Parallel()
	const source = `package p
var _ = map[string][]int{"a": {
	1}, "b": {2}, "c": {
	3},
	"d": {4}, "e": {5}}
var _ = T{A: f(
	1), B: 2}
`
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := overlookedKeys(files, file)
	if len(found) != 2 || found[0].Line != 3 || found[1].Line != 7 {
		t.Errorf("found %v", found)
	}
}
