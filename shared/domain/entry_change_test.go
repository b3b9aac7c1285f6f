package domain_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stint/shared/domain"
)

var bulkDay = domain.InstantOf(time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC))

// bulkEntry is an entry from one minute of the day to another; to < 0 runs.
func bulkEntry(id, user string, from, to int) *domain.Entry {
	e := domain.Entry{ID: domain.ID(id), UserID: domain.ID(user), StartedAt: bulkDay.Plus(time.Duration(from) * time.Minute)}
	if to >= 0 {
		stop := bulkDay.Plus(time.Duration(to) * time.Minute)
		e.StoppedAt = &stop
	}
	return &e
}

func TestEntryChange(t *testing.T) {
	t.Parallel()
	renamed := bulkEntry("a", "u", 0, 10)
	renamed.Description = "other"
	for _, c := range []struct {
		name          string
		before, after *domain.Entry
		writes        int
		occupies      bool
	}{
		{"nothing there, nothing wanted", nil, nil, 0, false},
		{"created", nil, bulkEntry("a", "u", 0, 10), 1, true},
		{"created without length", nil, bulkEntry("a", "u", 10, 10), 1, false},
		{"unchanged", bulkEntry("a", "u", 0, 10), bulkEntry("a", "u", 0, 10), 0, false},
		{"renamed", bulkEntry("a", "u", 0, 10), renamed, 1, false},
		{"moved", bulkEntry("a", "u", 0, 10), bulkEntry("a", "u", 1, 10), 1, true},
		{"prolonged", bulkEntry("a", "u", 0, 10), bulkEntry("a", "u", 0, 11), 1, true},
		{"deleted", bulkEntry("a", "u", 0, 10), nil, 1, false},
		{"timer unchanged", bulkEntry("a", "u", 0, -1), bulkEntry("a", "u", 0, -1), 0, false},
		{"timer moved", bulkEntry("a", "u", 0, -1), bulkEntry("a", "u", 1, -1), 1, false},
		{"timer stopped", bulkEntry("a", "u", 0, -1), bulkEntry("a", "u", 0, 10), 2, false},
		{"timer discarded", bulkEntry("a", "u", 0, -1), nil, 1, false},
	} {
		change := domain.EntryChange{Before: c.before, After: c.after}
		if got := change.WriteCount(); got != c.writes {
			t.Errorf("%s: %d writes, want %d", c.name, got, c.writes)
		}
		if got := change.NeedsOverlapCheck(); got != c.occupies {
			t.Errorf("%s: occupies %v, want %v", c.name, got, c.occupies)
		}
	}
}

func TestEntryEqual(t *testing.T) {
	t.Parallel()
	rate, otherRate := int64(100), int64(200)
	base := func() domain.Entry {
		e := *bulkEntry("a", "u", 0, 10)
		e.TagIDs, e.HourlyRate = []domain.ID{"x", "y"}, &rate
		return e
	}
	same := base()
	sameRate := rate
	same.HourlyRate, same.Version, same.UpdatedAt = &sameRate, 7, bulkDay
	if !base().Equal(same) {
		t.Error("an entry differs from itself at another version")
	}
	for name, change := range map[string]func(*domain.Entry){
		"id":          func(e *domain.Entry) { e.ID = "b" },
		"user":        func(e *domain.Entry) { e.UserID = "v" },
		"project":     func(e *domain.Entry) { e.ProjectID = "p" },
		"task":        func(e *domain.Entry) { e.TaskID = "t" },
		"description": func(e *domain.Entry) { e.Description = "d" },
		"tag order":   func(e *domain.Entry) { e.TagIDs = []domain.ID{"y", "x"} },
		"no tags":     func(e *domain.Entry) { e.TagIDs = nil },
		"start":       func(e *domain.Entry) { e.StartedAt = e.StartedAt.Plus(time.Second) },
		"stop":        func(e *domain.Entry) { *e.StoppedAt = e.StoppedAt.Plus(time.Second) },
		"running":     func(e *domain.Entry) { e.StoppedAt = nil },
		"billable":    func(e *domain.Entry) { e.IsBillable = true },
		"rate":        func(e *domain.Entry) { e.HourlyRate = &otherRate },
		"no rate":     func(e *domain.Entry) { e.HourlyRate = nil },
		"source":      func(e *domain.Entry) { e.RateSource = domain.RateNone },
		"currency":    func(e *domain.Entry) { e.Currency = "EUR" },
	} {
		other := base()
		change(&other)
		if base().Equal(other) || other.Equal(base()) {
			t.Errorf("%s: taken for equal", name)
		}
	}
}

func TestOverlapWindowsMerge(t *testing.T) {
	t.Parallel()
	const day = 24 * 60
	changes := []domain.EntryChange{
		{After: bulkEntry("d", "v", 0, 5)},
		{After: bulkEntry("c", "u", 20*day, 20*day+5)},
		{After: bulkEntry("b", "u", 2*day, 2*day+5)},
		{After: bulkEntry("a", "u", 0, 10*day)},
		{Before: bulkEntry("e", "u", 90*day, 91*day)}, // deleted: claims nothing
	}
	at := func(minutes int) domain.Instant { return bulkDay.Plus(time.Duration(minutes) * time.Minute) }
	want := []domain.Window{
		{User: "u", From: at(-7 * day), To: at(10 * day)},
		{User: "u", From: at(13 * day), To: at(20*day + 5)},
		{User: "v", From: at(-7 * day), To: at(5)},
	}
	if got := domain.OverlapWindows(changes); !slices.Equal(got, want) {
		t.Errorf("windows %v\nwant %v", got, want)
	}
}

func TestOverlappingChanges(t *testing.T) {
	t.Parallel()
	const day = 24 * 60
	for _, c := range []struct {
		name    string
		stored  []domain.Entry
		changes []domain.EntryChange
		want    []int
	}{
		{"free", []domain.Entry{*bulkEntry("x", "u", 10, 20)}, []domain.EntryChange{{After: bulkEntry("a", "u", 0, 10)}, {After: bulkEntry("b", "u", 20, 30)}}, nil},
		{"taken", []domain.Entry{*bulkEntry("x", "u", 10, 20)}, []domain.EntryChange{{After: bulkEntry("a", "u", 0, 11)}}, []int{0}},
		{"another's", []domain.Entry{*bulkEntry("x", "v", 10, 20)}, []domain.EntryChange{{After: bulkEntry("a", "u", 0, 11)}}, nil},
		{"each other", nil, []domain.EntryChange{{After: bulkEntry("a", "u", 0, 10)}, {After: bulkEntry("b", "u", 30, 40)}, {After: bulkEntry("c", "u", 9, 12)}}, []int{0, 2}},
		{"same id of two users", nil, []domain.EntryChange{{After: bulkEntry("a", "u", 0, 10)}, {After: bulkEntry("a", "v", 0, 10)}}, nil},
		{"deleted in the batch", []domain.Entry{*bulkEntry("x", "u", 10, 20)}, []domain.EntryChange{{Before: bulkEntry("x", "u", 10, 20)}, {After: bulkEntry("a", "u", 0, 15)}}, nil},
		{"swapped", []domain.Entry{*bulkEntry("x", "u", 0, 10), *bulkEntry("y", "u", 10, 20)},
			[]domain.EntryChange{{Before: bulkEntry("x", "u", 0, 10), After: bulkEntry("x", "u", 10, 20)}, {Before: bulkEntry("y", "u", 10, 20), After: bulkEntry("y", "u", 0, 10)}}, nil},
		{"moved onto a stored one", []domain.Entry{*bulkEntry("x", "u", 0, 10), *bulkEntry("y", "u", 10, 20)},
			[]domain.EntryChange{{Before: bulkEntry("x", "u", 0, 10), After: bulkEntry("x", "u", 5, 15)}}, []int{0}},
		{"onto a timer stopped in the batch", nil, []domain.EntryChange{
			{Before: bulkEntry("t", "u", 0, -1), After: bulkEntry("t", "u", 0, 10)}, {After: bulkEntry("a", "u", 5, 15)}}, []int{1}},
		{"onto a running timer", []domain.Entry{*bulkEntry("t", "u", 0, -1)}, []domain.EntryChange{{After: bulkEntry("a", "u", 5, 15)}}, nil},
		{"overlapping already, renamed", []domain.Entry{*bulkEntry("x", "u", 0, 10), *bulkEntry("y", "u", 5, 15)},
			[]domain.EntryChange{{Before: bulkEntry("x", "u", 0, 10), After: bulkEntry("x", "u", 0, 10)}}, nil},
		{"began 7 days before", []domain.Entry{*bulkEntry("x", "u", 0, 8*day)}, []domain.EntryChange{{After: bulkEntry("a", "u", 7*day, 7*day+1)}}, []int{0}},
		{"began earlier still", []domain.Entry{*bulkEntry("x", "u", 0, 8*day)}, []domain.EntryChange{{After: bulkEntry("a", "u", 7*day+1, 7*day+2)}}, nil},
	} {
		if got := domain.OverlappingChanges(c.stored, c.changes); !slices.Equal(got, c.want) {
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
		var changes []domain.EntryChange
		for i, s := range rapid.SliceOfN(span, 1, 6).Draw(t, "claims") {
			changes = append(changes, domain.EntryChange{After: bulkEntry(string(rune('a'+i)), users.Draw(t, "user"), s[0], s[1])})
		}
		var stored, inside []domain.Entry
		windows := domain.OverlapWindows(changes)
		for i, s := range rapid.SliceOfN(span, 0, 12).Draw(t, "stored") {
			e := *bulkEntry(string(rune('A'+i)), users.Draw(t, "user"), s[0], s[1])
			stored = append(stored, e)
			if slices.ContainsFunc(windows, func(w domain.Window) bool {
				return w.User == e.UserID && !e.StartedAt.Before(w.From.Time) && e.StartedAt.Before(w.To.Time)
			}) {
				inside = append(inside, e)
			}
		}
		all, seen := domain.OverlappingChanges(stored, changes), domain.OverlappingChanges(inside, changes)
		if !slices.Equal(all, seen) {
			t.Fatalf("with everything %v, through the windows %v", all, seen)
		}
	})
}
