package table

import (
	"fmt"
	"strings"
	"testing"

	"stint/shared/dynamo"
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
	const rows = MaxExamined + 30
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

// A page makes one query, which reads at most 1 MB. The walk still visits every row
// once, also while rows are added before and after its position.
func TestListReadsAtMostAMegabyte(t *testing.T) {
	b := newTestTable(t)
	long := strings.Repeat("x", 20_000)
	for i := 0; i < 240; i += 2 {
		if err := b.Commit(ctx(t), Put(noteItem(i, long))); err != nil {
			t.Fatal(err)
		}
	}
	seen, p := 0, PageRequest{Limit: 200, Scope: "mine"}
	for pages := 1; ; pages++ {
		b.probe.Reset()
		got, err := List(ctx(t), b.Table, PrefixRange(Base, "NOTES", "N#"), p, func(n note) bool { return n.Text == long })
		if err != nil {
			t.Fatal(err)
		}
		if cost := b.probe.Snapshot(); cost.Calls["Query"] != 1 || cost.Read > 260 {
			t.Errorf("page %d: %d queries, %.0f units; want one query of 1 MB", pages, cost.Calls["Query"], cost.Read)
		}
		seen += len(got.Items)
		for _, n := range []int{2*pages + 1, 239 - 2*pages} {
			if err := b.Commit(ctx(t), Put(noteItem(n, "added"))); err != nil {
				t.Fatal(err)
			}
		}
		if p.Cursor = got.Next; got.Next == "" {
			break
		}
	}
	if seen != 120 {
		t.Errorf("%d rows seen, want each of 120 once", seen)
	}
}

// A record that two items of a range have, because it moved between them, is on one page
// once, also where one of the items is the last of the page before.
func TestAPageLeavesOutTheRowThatRepeatsTheOneBefore(t *testing.T) {
	b := newTestTable(t)
	for i, sort := range []string{"T#1", "T#2", "T#2", "T#3"} {
		it := noteItem(i, fmt.Sprint(i))
		it[dynamo.AttrLSK] = StringValue(sort)
		if err := b.Commit(ctx(t), Put(it)); err != nil {
			t.Fatal(err)
		}
	}
	r := PrefixRange(ByLSK, "NOTES", "T#")
	r.SkipDuplicates = true
	for limit := 1; limit <= 4; limit++ {
		var seen []string
		p := PageRequest{Limit: limit}
		for more := true; more; more = p.Cursor != "" {
			got, err := List[note](ctx(t), b.Table, r, p, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range got.Items {
				seen = append(seen, n.Text)
			}
			p.Cursor = got.Next
		}
		if len(seen) != 3 || seen[0] != "0" || seen[2] != "3" {
			t.Errorf("pages of %d: %v, want one of 1 and 2", limit, seen)
		}
	}
}

// DynamoDB refuses an empty value of a key. The engine of the tests may take it, so the query is not made.
func TestAQueryHasNoEmptyKey(t *testing.T) {
	b := newTestTable(t)
	for name, r := range map[string]Range{
		"partition": PartitionRange(Base, ""), "prefix": PrefixRange(Base, "NOTES", ""),
		"from": {Index: Base, Partition: "NOTES", To: "N#"}, "to": {Index: Base, Partition: "NOTES", From: "N#"},
	} {
		b.probe.Reset()
		_, _, err := b.Query(ctx(t), r, nil, 0)
		if err == nil || !strings.Contains(err.Error(), "empty key") || len(b.probe.Log()) != 0 {
			t.Errorf("no %s: error %v, calls %v", name, err, b.probe.Log())
		}
	}
}
