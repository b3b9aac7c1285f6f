package timelog

import (
	"cmp"
	"slices"
	"time"

	"stint/shared/domain"
)

// A workspace may forbid that entries of one user overlap. The rule:
//
//   - Two finished entries overlap when they share time. Entries that touch do
//     not overlap, and an entry of 0 seconds overlaps nothing.
//   - A running timer does not count. Stopping a timer and switching to another
//     one are never refused.
//   - Only a change that claims other time than before is checked, so an
//     overlap from the time before the rule was switched on can be edited.
//   - An entry that starts more than OverlapLookBack before the changed one is
//     not compared, which bounds what has to be read.
//
// tracking/overlap.go applies the rule to a write, and store/timedb makes
// one of two simultaneous writes fail.

// OverlapLookBack is how far before a changed entry another one may start and
// still be compared with it.
const OverlapLookBack = 7 * 24 * time.Hour

// Overlaps reports whether two finished entries share time.
func (e Entry) Overlaps(other Entry) bool {
	if !e.HasDuration() || !other.HasDuration() {
		return false
	}
	return e.StartedAt.Before(other.StoppedAt.Time) && other.StartedAt.Before(e.StoppedAt.Time)
}

// NeedsOverlapCheck reports whether the change claims time that its entry did not
// have before.
func (c EntryChange) NeedsOverlapCheck() bool {
	if c.After == nil || !c.After.HasDuration() || c.StopsTimer() {
		return false
	}
	return c.Before == nil || !c.Before.StartedAt.Equal(c.After.StartedAt.Time) ||
		!c.Before.StoppedAt.Equal(c.After.StoppedAt.Time)
}

// Window is a span of one user's time: entries that start in [From, To).
type Window struct {
	User     domain.ID
	From, To domain.Instant
}

// OverlapWindows is where entries start that may overlap what the changes claim:
// from OverlapLookBack before each start to each stop. Windows of one user that
// meet are merged.
func OverlapWindows(changes []EntryChange) []Window {
	var all []Window
	for _, c := range changes {
		if c.NeedsOverlapCheck() {
			all = append(all, Window{c.Owner(), c.After.StartedAt.Plus(-OverlapLookBack), *c.After.StoppedAt})
		}
	}
	slices.SortFunc(all, func(a, b Window) int {
		return cmp.Or(cmp.Compare(a.User, b.User), a.From.Compare(b.From.Time))
	})
	var merged []Window
	for _, w := range all {
		if n := len(merged) - 1; n >= 0 && merged[n].User == w.User && !w.From.After(merged[n].To.Time) {
			if w.To.After(merged[n].To.Time) {
				merged[n].To = w.To
			}
			continue
		}
		merged = append(merged, w)
	}
	return merged
}

// OverlappingChanges finds the changes that claim time which another entry of the
// same user has once all changes are made: an entry that is changed counts as
// it will be, and one that is deleted does not count. It returns their indexes
// in order. The stored entries are those of OverlapWindows; more do no harm.
func OverlappingChanges(stored []Entry, changes []EntryChange) []int {
	final := applyChanges(stored, changes)
	var all []int
	for i, c := range changes {
		if c.NeedsOverlapCheck() && overlapsAny(*c.After, final) {
			all = append(all, i)
		}
	}
	return all
}

// overlapsAny reports whether an entry overlaps another one of its user.
func overlapsAny(e Entry, others []Entry) bool {
	horizon := e.StartedAt.Plus(-OverlapLookBack)
	for _, other := range others {
		if other.UserID == e.UserID && other.ID != e.ID && e.Overlaps(other) && !other.StartedAt.Before(horizon.Time) {
			return true
		}
	}
	return false
}

// applyChanges is the stored entries after the changes.
func applyChanges(stored []Entry, changes []EntryChange) []Entry {
	type entryKey struct{ user, id domain.ID }
	touched := map[entryKey]bool{}
	var final []Entry
	for _, c := range changes {
		for _, e := range []*Entry{c.Before, c.After} {
			if e != nil {
				touched[entryKey{e.UserID, e.ID}] = true
			}
		}
		if c.After != nil {
			final = append(final, *c.After)
		}
	}
	for _, e := range stored {
		if !touched[entryKey{e.UserID, e.ID}] {
			final = append(final, e)
		}
	}
	return final
}
