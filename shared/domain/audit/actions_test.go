package audit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/feed"
)

// The list of actions has every action.
func TestAuditActionsAreComplete(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "action.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			if kind, ok := v.Type.(*ast.Ident); ok && kind.Name == "Action" {
				declared++
			}
		}
		return true
	})
	all := Actions()
	slices.Sort(all)
	if distinct := slices.Compact(slices.Clone(all)); len(distinct) != declared || len(all) != declared {
		t.Errorf("%d actions are declared, %d listed, %d of them distinct", declared, len(all), len(distinct))
	}
}

// Every list of values is what a caller may send.
func TestListedValuesAreRead(t *testing.T) {
	t.Parallel()
	checkListed(t, new(Action))
	checkListed(t, new(feed.ChangeType))
	checkListed(t, new(feed.EventName))
}

func checkListed[T domain.Listed](t *testing.T, into *T) {
	t.Helper()
	for _, text := range (*into).Values() {
		if code := domain.ParseValue(into, text); code != "" || string(*into) != text {
			t.Errorf("%q is read as %q (%s)", text, *into, code)
		}
	}
	if code := domain.ParseValue(into, "entry.create"); code != "enum_invalid" {
		t.Errorf("%T: a value that is not listed: %q", into, code)
	}
}
