package domain

import (
	"cmp"
	"slices"
)

// Window is a stretch of one user's time: entries that start in [From, To).
type Window struct {
	User     ID
	From, To Instant
}

// OverlapWindows is where entries may lie that overlap what the changes claim:
// from OverlapLookBack before each start to each end. Windows of a user that
// meet are one.
func OverlapWindows(changes []BulkChange) []Window {
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

// OverlappingChanges finds the changes of a batch that claim time which another
// entry of the same user holds once all of the batch is done: rows of the
// batch count as they will be, and what it deletes or moves away is free. It
// gives their indexes in order. The stored entries are those of OverlapWindows;
// more than needed does no harm.
func OverlappingChanges(stored []Entry, changes []BulkChange) []int {
	final := applyChanges(stored, changes)
	var all []int
	for i, c := range changes {
		if c.NeedsOverlapCheck() && overlapsAny(*c.After, final) {
			all = append(all, i)
		}
	}
	return all
}

// overlapsAny compares an entry with the others of its user. Who began more
// than OverlapLookBack before it does not count, which bounds what has to be
// read.
func overlapsAny(e Entry, others []Entry) bool {
	horizon := e.StartedAt.Plus(-OverlapLookBack)
	for _, other := range others {
		if other.UserID == e.UserID && other.ID != e.ID && e.Overlaps(other) && !other.StartedAt.Before(horizon.Time) {
			return true
		}
	}
	return false
}

// applyChanges is the stored entries as the batch leaves them.
func applyChanges(stored []Entry, changes []BulkChange) []Entry {
	type entryKey struct{ user, id ID }
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
