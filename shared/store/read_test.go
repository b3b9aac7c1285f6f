package store

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/problem"
)

// testStore is a store over a table of the test's own, watched by a probe.
type testStore struct {
	*Store
	probe *testkit.Probe
	clock *testkit.Clock
	table *testkit.Table
}

func newTestStore(t *testing.T) *testStore {
	t.Helper()
	probe, clock := new(testkit.Probe), testkit.NewClock(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	table := testkit.NewTable(t, probe.Attach)
	return &testStore{New(table.Client, table.Name, bytes.Repeat([]byte("m"), 32), clock.Now), probe, clock, table}
}

// note is the simplest record there is.
type note struct {
	Text    string `db:"text"`
	Version int64  `db:"ver"`
}

func noteItem(n int, text string) item {
	return encode(key{"NOTES", fmt.Sprintf("N#%04d", n)}, note{text, 1})
}

func (b *testStore) read(t *testing.T, k key) (note, bool) {
	t.Helper()
	n, ok, err := get[note](t.Context(), b.Store, k)
	if err != nil {
		t.Fatal(err)
	}
	return n, ok
}

func wantCode(t *testing.T, err error, code problem.Code) {
	t.Helper()
	if problem.From(err) == nil || problem.From(err).Code != code {
		t.Fatalf("error %v, want %s", err, code)
	}
}

func ctx(t *testing.T) context.Context { return t.Context() }

func TestGetIgnoresExpiredItems(t *testing.T) {
	b := newTestStore(t)
	until := b.instant().Plus(time.Hour)
	it := withExpiry(noteItem(1, "short"), until)
	if err := b.commit(ctx(t), create(it)); err != nil {
		t.Fatal(err)
	}
	b.clock.Set(until.Add(-time.Second))
	if _, ok := b.read(t, keyOf(it)); !ok {
		t.Error("gone a second before its end")
	}
	b.clock.Set(until.Time)
	if _, ok := b.read(t, keyOf(it)); ok {
		t.Error("still there at its end")
	}
	f, err := b.batchGet(ctx(t), keyOf(it))
	if err != nil || len(f) != 0 {
		t.Errorf("batch %v %v, want nothing", f, err)
	}
}

func TestBatchGetReadsManyKeysInOneRound(t *testing.T) {
	b := newTestStore(t)
	var keys []key
	for i := range 250 {
		it := noteItem(i, "x")
		if err := b.commit(ctx(t), put(it)); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, keyOf(it), keyOf(it))
	}
	b.probe.Reset()
	b.probe.Inject(testkit.Fault{Effect: testkit.Gather(3), Where: testkit.On("BatchGetItem"), Times: 3})
	f, err := b.batchGet(ctx(t), keys...)
	if err != nil || len(f) != 250 {
		t.Fatalf("%d items, %v", len(f), err)
	}
	if log := b.probe.Log(); len(log) != 3 || testkit.RoundTrips(log) != 1 {
		t.Errorf("%d calls in %d rounds, want 3 in 1", len(log), testkit.RoundTrips(log))
	}
}

func TestBatchGetRetriesUnprocessedKeys(t *testing.T) {
	b := newTestStore(t)
	var keys []key
	for i := range 10 {
		keys = append(keys, keyOf(noteItem(i, "")))
		if err := b.commit(ctx(t), put(noteItem(i, "x"))); err != nil {
			t.Fatal(err)
		}
	}
	b.probe.LeaveUnprocessed(3, 2)
	if f, err := b.batchGet(ctx(t), keys...); err != nil || len(f) != 10 {
		t.Errorf("%d items, %v; want all 10", len(f), err)
	}
	b.probe.LeaveUnprocessed(1, 100)
	_, err := b.batchGet(ctx(t), keys...)
	wantCode(t, err, problem.CodeServiceUnavailable)
}

func TestListVisitsEveryRowOnceWhileRowsAreAdded(t *testing.T) {
	b := newTestStore(t)
	for i := 0; i < 40; i += 2 {
		if err := b.commit(ctx(t), put(noteItem(i, "even"))); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]int{}
	p := PageRequest{Limit: 3, Scope: "mine"}
	for pages := 0; ; pages++ {
		got, err := list[note](ctx(t), b.Store, prefixRange(baseTable, "NOTES", "N#"), p, nil)
		if err != nil || len(got.Items) > 3 {
			t.Fatal(len(got.Items), err)
		}
		for _, n := range got.Items {
			seen[n.Text]++
		}
		if err := b.commit(ctx(t), put(noteItem(pages*2+1, "odd"))); err != nil {
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
	b := newTestStore(t)
	const rows = maxExamined + 30
	for i := 0; i < rows; i += 50 {
		var actions []action
		for j := i; j < min(i+50, rows); j++ {
			actions = append(actions, put(noteItem(j, fmt.Sprint(j))))
		}
		if err := b.commit(ctx(t), actions...); err != nil {
			t.Fatal(err)
		}
	}
	last := func(n note) bool { return n.Text == fmt.Sprint(rows-1) }
	first, err := list(ctx(t), b.Store, prefixRange(baseTable, "NOTES", "N#"), PageRequest{Limit: 5}, last)
	if err != nil || len(first.Items) != 0 || first.Next == "" {
		t.Fatalf("%d rows, next %q, %v; want an empty page with a next", len(first.Items), first.Next, err)
	}
	second, err := list(ctx(t), b.Store, prefixRange(baseTable, "NOTES", "N#"), PageRequest{Limit: 5, Cursor: first.Next}, last)
	if err != nil || len(second.Items) != 1 || second.Next != "" {
		t.Errorf("%d rows, next %q, %v; want the one row and the end", len(second.Items), second.Next, err)
	}
}

func TestCursorsAreBoundToTheirList(t *testing.T) {
	b := newTestStore(t)
	for i := range 3 {
		if err := b.commit(ctx(t), put(noteItem(i, "x"))); err != nil {
			t.Fatal(err)
		}
	}
	r := prefixRange(baseTable, "NOTES", "N#")
	page, err := list[note](ctx(t), b.Store, r, PageRequest{Limit: 1, Scope: "a"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]PageRequest{
		"another scope": {Limit: 1, Scope: "b", Cursor: page.Next},
		"cut":           {Limit: 1, Scope: "a", Cursor: page.Next[1:]},
		"edited":        {Limit: 1, Scope: "a", Cursor: page.Next[:len(page.Next)-2] + "AA"},
		"no cursor":     {Limit: 1, Scope: "a", Cursor: "%%%"},
	} {
		_, err := list[note](ctx(t), b.Store, r, p, nil)
		if e := problem.From(err); e == nil || len(e.Fields) != 1 || e.Fields[0].Code != problem.CursorInvalid {
			t.Errorf("%s: %v, want cursor_invalid", name, err)
		}
	}
	other := New(b.table.Client, b.table.Name, bytes.Repeat([]byte("n"), 32), b.clock.Now)
	if _, err := list[note](ctx(t), other, r, PageRequest{Limit: 1, Scope: "a", Cursor: page.Next}, nil); err == nil {
		t.Error("a cursor sealed under another secret opens")
	}
}

func TestCountAttemptAllowsTheLimitInEachWindow(t *testing.T) {
	b := newTestStore(t)
	for window := range 2 {
		for i := range 3 {
			if err := b.CountAttempt(ctx(t), "login", "ada", 3); err != nil {
				t.Fatalf("window %d, attempt %d: %v", window, i, err)
			}
		}
		err := b.CountAttempt(ctx(t), "login", "ada", 3)
		wantCode(t, err, problem.CodeRateLimited)
		if after := problem.From(err).RetryAfter; after <= 0 || after > time.Minute {
			t.Errorf("retry after %v, want within the window", after)
		}
		if err := b.CountAttempt(ctx(t), "login", "bea", 3); err != nil {
			t.Errorf("another subject: %v", err)
		}
		b.clock.Advance(time.Minute)
	}
}

func TestCountAttemptHoldsUnderConcurrency(t *testing.T) {
	b := newTestStore(t)
	var passed [30]bool
	testkit.Race(t, len(passed), func(i int) { passed[i] = b.CountAttempt(t.Context(), "login", "ada", 7) == nil })
	n := 0
	for _, p := range passed {
		if p {
			n++
		}
	}
	if n != 7 {
		t.Errorf("%d let through, want 7", n)
	}
}

func TestCountAttemptTreatsAThrottledCounterAsFull(t *testing.T) {
	b := newTestStore(t)
	b.probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Throttled), Times: testkit.Always})
	wantCode(t, b.CountAttempt(ctx(t), "login", "ada", 3), problem.CodeRateLimited)
}

func TestReplayIsWrittenOnceAndExpiresAfterADay(t *testing.T) {
	b := newTestStore(t)
	r := domain.ReplayRecord{UserID: domain.NewID(), Digest: "d", Replay: domain.Replay{BodyHash: "h", Answer: []byte(`{"a":1}`)}}
	write := func() error { return b.commit(ctx(t), append(b.rememberActions(r), put(noteItem(1, "x")))...) }
	if err := write(); err != nil {
		t.Fatal(err)
	}
	if err := write(); err != domain.ErrReplayExists {
		t.Errorf("second write: %v, want ErrRemembered", err)
	}
	b.clock.Advance(domain.ReplayHours * time.Hour)
	if err := write(); err != nil {
		t.Errorf("after a day: %v", err)
	}
}
