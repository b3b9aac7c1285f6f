package timelog_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

func TestOverlaps(t *testing.T) {
	t.Parallel()
	running := timelog.Entry{StartedAt: minute(10)}
	for _, c := range []struct {
		what string
		a, b timelog.Entry
		want bool
	}{
		{"the same", entry(10, 20), entry(10, 20), true},
		{"inside", entry(10, 20), entry(12, 15), true},
		{"across the end", entry(10, 20), entry(19, 30), true},
		{"touching", entry(10, 20), entry(20, 30), false},
		{"apart", entry(10, 20), entry(21, 30), false},
		{"without length, inside", entry(10, 20), entry(15, 15), false},
		{"without length, both", entry(10, 10), entry(10, 10), false},
		{"running", entry(10, 20), running, false},
	} {
		if c.a.Overlaps(c.b) != c.want || c.b.Overlaps(c.a) != c.want {
			t.Errorf("%s: want %t", c.what, c.want)
		}
	}
}

func TestOverlapWindowsMerge(t *testing.T) {
	t.Parallel()
	const day = 24 * 60
	changes := []timelog.EntryChange{
		{After: bulkEntry("d", "v", 0, 5)},
		{After: bulkEntry("c", "u", 20*day, 20*day+5)},
		{After: bulkEntry("b", "u", 2*day, 2*day+5)},
		{After: bulkEntry("a", "u", 0, 10*day)},
		{Before: bulkEntry("e", "u", 90*day, 91*day)}, // deleted: claims nothing
	}
	at := func(minutes int) domain.Instant { return bulkDay.Plus(time.Duration(minutes) * time.Minute) }
	want := []timelog.Window{
		{User: "u", From: at(-7 * day), To: at(10 * day)},
		{User: "u", From: at(13 * day), To: at(20*day + 5)},
		{User: "v", From: at(-7 * day), To: at(5)},
	}
	if got := timelog.OverlapWindows(changes); !slices.Equal(got, want) {
		t.Errorf("windows %v\nwant %v", got, want)
	}
}

func TestOverlappingChanges(t *testing.T) {
	t.Parallel()
	const day = 24 * 60
	for _, c := range []struct {
		name    string
		stored  []timelog.Entry
		changes []timelog.EntryChange
		want    []int
	}{
		{"free", []timelog.Entry{*bulkEntry("x", "u", 10, 20)},
			[]timelog.EntryChange{{After: bulkEntry("a", "u", 0, 10)}, {After: bulkEntry("b", "u", 20, 30)}}, nil},
		{"taken", []timelog.Entry{*bulkEntry("x", "u", 10, 20)}, []timelog.EntryChange{{After: bulkEntry("a", "u", 0, 11)}},
			[]int{0}},
		{"another's", []timelog.Entry{*bulkEntry("x", "v", 10, 20)},
			[]timelog.EntryChange{{After: bulkEntry("a", "u", 0, 11)}}, nil},
		{"each other", nil, []timelog.EntryChange{{After: bulkEntry("a", "u", 0, 10)}, {After: bulkEntry("b", "u", 30, 40)},
			{After: bulkEntry("c", "u", 9, 12)}}, []int{0, 2}},
		{"same id of two users", nil, []timelog.EntryChange{{After: bulkEntry("a", "u", 0, 10)},
			{After: bulkEntry("a", "v", 0, 10)}}, nil},
		{"deleted in the batch", []timelog.Entry{*bulkEntry("x", "u", 10, 20)},
			[]timelog.EntryChange{{Before: bulkEntry("x", "u", 10, 20)}, {After: bulkEntry("a", "u", 0, 15)}}, nil},
		{"swapped", []timelog.Entry{*bulkEntry("x", "u", 0, 10), *bulkEntry("y", "u", 10, 20)},
			[]timelog.EntryChange{{Before: bulkEntry("x", "u", 0, 10), After: bulkEntry("x", "u", 10, 20)},
				{Before: bulkEntry("y", "u", 10, 20), After: bulkEntry("y", "u", 0, 10)}}, nil},
		{"moved onto a stored one", []timelog.Entry{*bulkEntry("x", "u", 0, 10), *bulkEntry("y", "u", 10, 20)},
			[]timelog.EntryChange{{Before: bulkEntry("x", "u", 0, 10), After: bulkEntry("x", "u", 5, 15)}}, []int{0}},
		{"onto a timer stopped in the batch", nil, []timelog.EntryChange{
			{Before: bulkEntry("t", "u", 0, -1), After: bulkEntry("t", "u", 0, 10)}, {After: bulkEntry("a", "u", 5, 15)}},
			[]int{1}},
		{"onto a running timer", []timelog.Entry{*bulkEntry("t", "u", 0, -1)},
			[]timelog.EntryChange{{After: bulkEntry("a", "u", 5, 15)}}, nil},
		{"overlapping already, renamed", []timelog.Entry{*bulkEntry("x", "u", 0, 10), *bulkEntry("y", "u", 5, 15)},
			[]timelog.EntryChange{{Before: bulkEntry("x", "u", 0, 10), After: bulkEntry("x", "u", 0, 10)}}, nil},
		{"began 7 days before", []timelog.Entry{*bulkEntry("x", "u", 0, 8*day)},
			[]timelog.EntryChange{{After: bulkEntry("a", "u", 7*day, 7*day+1)}}, []int{0}},
		{"began earlier still", []timelog.Entry{*bulkEntry("x", "u", 0, 8*day)},
			[]timelog.EntryChange{{After: bulkEntry("a", "u", 7*day+1, 7*day+2)}}, nil},
	} {
		if got := timelog.OverlappingChanges(c.stored, c.changes); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Whatever is claimed, the windows hold every entry that it could overlap.
func TestOverlapWindowsSuffice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.Custom(func(t *rapid.T) [2]int {
			from := rapid.IntRange(0, 60*24*40).Draw(t, "from")
			return [2]int{from, from + rapid.IntRange(0, 60*24*9).Draw(t, "length")}
		})
		users := rapid.SampledFrom([]string{"u", "v"})
		var changes []timelog.EntryChange
		for i, s := range rapid.SliceOfN(span, 1, 6).Draw(t, "claims") {
			changes = append(changes, timelog.EntryChange{
				After: bulkEntry(string(rune('a'+i)), users.Draw(t, "user"), s[0], s[1])})
		}
		var stored, inside []timelog.Entry
		windows := timelog.OverlapWindows(changes)
		for i, s := range rapid.SliceOfN(span, 0, 12).Draw(t, "stored") {
			e := *bulkEntry(string(rune('A'+i)), users.Draw(t, "user"), s[0], s[1])
			stored = append(stored, e)
			if slices.ContainsFunc(windows, func(w timelog.Window) bool {
				return w.User == e.UserID && !e.StartedAt.Before(w.From.Time) && e.StartedAt.Before(w.To.Time)
			}) {
				inside = append(inside, e)
			}
		}
		all, seen := timelog.OverlappingChanges(stored, changes), timelog.OverlappingChanges(inside, changes)
		if !slices.Equal(all, seen) {
			t.Fatalf("with everything %v, through the windows %v", all, seen)
		}
	})
}
