package table

import (
	"fmt"
	"testing"
)

func TestListVisitsEveryRowOnceWhileRowsAreAdded(t *testing.T) {
	b := newTestTable(t)
	for i := 0; i < 40; i += 2 {
		if err := b.Commit(ctx(t), Put(noteItem(i, "even"))); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]int{}
	p := PageRequest{Limit: 3, Scope: "mine"}
	for pages := 0; ; pages++ {
		got, err := List[note](ctx(t), b.Table, PrefixRange(Base, "NOTES", "N#"), p, nil)
		if err != nil || len(got.Items) > 3 {
			t.Fatal(len(got.Items), err)
		}
		for _, n := range got.Items {
			seen[n.Text]++
		}
		if err := b.Commit(ctx(t), Put(noteItem(pages*2+1, "odd"))); err != nil {
			t.Fatal(err)
		}
		if p.Cursor = got.Next; got.Next == "" {
			break
		}
	}
	if seen["even"] != 20 {
		t.Errorf("%d rows seen, want each of 20 once", seen["even"])
	}
}

func TestListReadsABoundedNumberOfItems(t *testing.T) {
	b := newTestTable(t)
	const rows = maxExamined + 30
	for i := 0; i < rows; i += 50 {
		var actions []Action
		for j := i; j < min(i+50, rows); j++ {
			actions = append(actions, Put(noteItem(j, fmt.Sprint(j))))
		}
		if err := b.Commit(ctx(t), actions...); err != nil {
			t.Fatal(err)
		}
	}
	last := func(n note) bool { return n.Text == fmt.Sprint(rows-1) }
	first, err := List(ctx(t), b.Table, PrefixRange(Base, "NOTES", "N#"), PageRequest{Limit: 5}, last)
	if err != nil || len(first.Items) != 0 || first.Next == "" {
		t.Fatalf("%d rows, next %q, %v; want an empty page with a next", len(first.Items), first.Next, err)
	}
	second, err := List(ctx(t), b.Table, PrefixRange(Base, "NOTES", "N#"), PageRequest{Limit: 5, Cursor: first.Next}, last)
	if err != nil || len(second.Items) != 1 || second.Next != "" {
		t.Errorf("%d rows, next %q, %v; want the one row and the end", len(second.Items), second.Next, err)
	}
}
