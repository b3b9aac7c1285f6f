package timelog_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

var bulkDay = domain.InstantOf(time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC))

// bulkEntry is an entry from one minute of the day to another; to < 0 runs.
func bulkEntry(id, user string, from, to int) *timelog.Entry {
	e := timelog.Entry{ID: domain.ID(id), UserID: domain.ID(user),
		StartedAt: bulkDay.Plus(time.Duration(from) * time.Minute)}
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
		before, after *timelog.Entry
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
		{"timer discarded", bulkEntry("a", "u", 0, -1), nil, 2, false},
	} {
		change := timelog.EntryChange{Before: c.before, After: c.after}
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
	base := func() timelog.Entry {
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
	for name, change := range map[string]func(*timelog.Entry){
		"id":          func(e *timelog.Entry) { e.ID = "b" },
		"user":        func(e *timelog.Entry) { e.UserID = "v" },
		"project":     func(e *timelog.Entry) { e.ProjectID = "p" },
		"task":        func(e *timelog.Entry) { e.TaskID = "t" },
		"description": func(e *timelog.Entry) { e.Description = "d" },
		"tag order":   func(e *timelog.Entry) { e.TagIDs = []domain.ID{"y", "x"} },
		"no tags":     func(e *timelog.Entry) { e.TagIDs = nil },
		"start":       func(e *timelog.Entry) { e.StartedAt = e.StartedAt.Plus(time.Second) },
		"stop":        func(e *timelog.Entry) { *e.StoppedAt = e.StoppedAt.Plus(time.Second) },
		"running":     func(e *timelog.Entry) { e.StoppedAt = nil },
		"billable":    func(e *timelog.Entry) { e.IsBillable = true },
		"rate":        func(e *timelog.Entry) { e.HourlyRate = &otherRate },
		"no rate":     func(e *timelog.Entry) { e.HourlyRate = nil },
		"source":      func(e *timelog.Entry) { e.RateSource = timelog.RateNone },
		"currency":    func(e *timelog.Entry) { e.Currency = "EUR" },
	} {
		other := base()
		change(&other)
		if base().Equal(other) || other.Equal(base()) {
			t.Errorf("%s: taken for equal", name)
		}
	}
}
