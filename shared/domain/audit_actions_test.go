package domain

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// The list of actions has every action.
func TestAuditActionsAreComplete(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "audit_action.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			if kind, ok := v.Type.(*ast.Ident); ok && kind.Name == "AuditAction" {
				declared++
			}
		}
		return true
	})
	all := AuditActions()
	slices.Sort(all)
	if distinct := slices.Compact(slices.Clone(all)); len(distinct) != declared || len(all) != declared {
		t.Errorf("%d actions are declared, %d listed, %d of them distinct", declared, len(all), len(distinct))
	}
}

// Every list of values is what a caller may send.
func TestListedValuesAreRead(t *testing.T) {
	t.Parallel()
	checkListed(t, new(AuditAction))
	checkListed(t, new(ChangeType))
	checkListed(t, new(EventName))
}

func checkListed[T Listed](t *testing.T, into *T) {
	t.Helper()
	for _, text := range (*into).Values() {
		if code := ParseValue(into, text); code != "" || string(*into) != text {
			t.Errorf("%q is read as %q (%s)", text, *into, code)
		}
	}
	if code := ParseValue(into, "entry.create"); code != "enum_invalid" {
		t.Errorf("%T: a value that is not listed: %q", into, code)
	}
}
