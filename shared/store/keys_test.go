package store

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// keyLiteral matches a string that can only be a key or a part of one, such as
// "M#" or "META".
var keyLiteral = regexp.MustCompile(`#|~|^[A-Z]+$`)

// All keys and their prefixes are made in package key.
func TestKeysAreMadeInPackageKey(t *testing.T) {
	t.Parallel()
	for _, name := range sourceFiles(t) {
		if strings.HasPrefix(name, "key/") {
			continue
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && namesFields(call) {
				return false
			}
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(literal.Value); err == nil && keyLiteral.MatchString(text) {
				t.Errorf("%s: the key literal %s belongs into package key", fset.Position(literal.Pos()), literal.Value)
			}
			return true
		})
	}
}
