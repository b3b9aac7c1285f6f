package table

import (
	"bytes"
	"testing"

	"stint/shared/problem"
	"stint/shared/secret"
)

func TestCursorsAreBoundToTheirList(t *testing.T) {
	b := newTestTable(t)
	for i := range 3 {
		if err := b.Commit(ctx(t), Put(noteItem(i, "x"))); err != nil {
			t.Fatal(err)
		}
	}
	r := PrefixRange(Base, "NOTES", "N#")
	page, err := List[note](ctx(t), b.Table, r, PageRequest{Limit: 1, Scope: "a"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]PageRequest{
		"another scope": {Limit: 1, Scope: "b", Cursor: page.Next},
		"cut":           {Limit: 1, Scope: "a", Cursor: page.Next[1:]},
		"edited":        {Limit: 1, Scope: "a", Cursor: page.Next[:len(page.Next)-2] + "AA"},
		"no cursor":     {Limit: 1, Scope: "a", Cursor: "%%%"},
	} {
		_, err := List[note](ctx(t), b.Table, r, p, nil)
		if e := problem.From(err); e == nil || len(e.Fields) != 1 || e.Fields[0].Code != problem.CursorInvalid {
			t.Errorf("%s: %v, want cursor_invalid", name, err)
		}
	}
	other := New(b.rows.Client, b.rows.Name, secret.NewLocal(bytes.Repeat([]byte("n"), 32)), b.clock.Now)
	if _, err := List[note](ctx(t), other, r, PageRequest{Limit: 1, Scope: "a", Cursor: page.Next}, nil); err == nil {
		t.Error("a cursor sealed under another secret opens")
	}
}
