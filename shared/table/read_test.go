package table

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/problem"
)

func TestGetIgnoresExpiredItems(t *testing.T) {
	b := newTestTable(t)
	until := b.clock.Now().Add(time.Hour)
	it := WithExpiry(noteItem(1, "short"), until)
	if err := b.Commit(ctx(t), Create(it)); err != nil {
		t.Fatal(err)
	}
	b.clock.Set(until.Add(-time.Second))
	if _, ok := b.read(t, KeyOf(it)); !ok {
		t.Error("gone a second before its end")
	}
	b.clock.Set(until)
	if _, ok := b.read(t, KeyOf(it)); ok {
		t.Error("still there at its end")
	}
	f, err := b.BatchGet(ctx(t), KeyOf(it))
	if err != nil || len(f) != 0 {
		t.Errorf("batch %v %v, want nothing", f, err)
	}
}

// What is read is in the order of the keys, in whatever order it comes. What is not there is nil, or left out.
func TestGetEachKeepsTheOrderOfTheKeys(t *testing.T) {
	b := newTestTable(t)
	var keys []Key
	for i := range 20 {
		it := noteItem(i, fmt.Sprint(i))
		if keys = append(keys, KeyOf(it)); i%3 == 0 {
			continue
		}
		if err := b.Commit(ctx(t), Put(it)); err != nil {
			t.Fatal(err)
		}
	}
	each, err := GetEach[note](ctx(t), b.Table, keys)
	if err != nil || len(each) != len(keys) {
		t.Fatalf("%d records, %v", len(each), err)
	}
	var want []note
	for i, got := range each {
		if isThere := i%3 != 0; (got != nil) != isThere || isThere && got.Text != fmt.Sprint(i) {
			t.Errorf("record %d is %+v", i, got)
		}
		if got != nil {
			want = append(want, *got)
		}
	}
	if present, err := GetPresent[note](ctx(t), b.Table, keys); err != nil || !slices.Equal(present, want) {
		t.Errorf("%v, %v; want %v", present, err, want)
	}
}

func TestBatchGetReadsManyKeysInOneRound(t *testing.T) {
	b := newTestTable(t)
	var keys []Key
	for i := range 250 {
		it := noteItem(i, "x")
		if err := b.Commit(ctx(t), Put(it)); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, KeyOf(it), KeyOf(it))
	}
	b.probe.Reset()
	b.probe.Inject(testkit.Fault{Effect: testkit.Gather(3), Where: testkit.On("BatchGetItem"), Times: 3})
	f, err := b.BatchGet(ctx(t), keys...)
	if err != nil || len(f) != 250 {
		t.Fatalf("%d items, %v", len(f), err)
	}
	if log := b.probe.Log(); len(log) != 3 || testkit.RoundTrips(log) != 1 {
		t.Errorf("%d calls in %d rounds, want 3 in 1", len(log), testkit.RoundTrips(log))
	}
}

func TestBatchGetRetriesUnprocessedKeys(t *testing.T) {
	b := newTestTable(t)
	var keys []Key
	for i := range 10 {
		keys = append(keys, KeyOf(noteItem(i, "")))
		if err := b.Commit(ctx(t), Put(noteItem(i, "x"))); err != nil {
			t.Fatal(err)
		}
	}
	b.probe.LeaveUnprocessed(3, 2)
	if f, err := b.BatchGet(ctx(t), keys...); err != nil || len(f) != 10 {
		t.Errorf("%d items, %v; want all 10", len(f), err)
	}
	b.probe.LeaveUnprocessed(1, 100)
	_, err := b.BatchGet(ctx(t), keys...)
	wantCode(t, err, problem.CodeServiceUnavailable)
}
