package timedb

import (
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// What several writes of entries and timers do.

// externalIDActions reserve, move and free the external ids of entries and timers that
// change. taken is the error of an id that an entry outside of the changes has. What
// frees or moves an id has no condition of its own: the writes of the entries have one.
func externalIDActions(w domain.ID, taken error, changes ...timelog.EntryChange) []table.Action {
	var actions []table.Action
	for _, m := range timelog.ExternalIDMoves(changes...) {
		k := key.EntryExternalID(w, m.Owner, m.ExternalID)
		switch held := table.Encode(k, core.GuardHolder{ID: m.To}); {
		case m.To == "":
			actions = append(actions, table.Delete(k))
		case m.From == "":
			actions = append(actions, table.Create(held).Or(taken))
		default:
			actions = append(actions, table.Put(held))
		}
	}
	return actions
}

// freeExternalID frees the external id of an entry that is deleted.
func freeExternalID(w domain.ID, e timelog.Entry) []table.Action {
	return externalIDActions(w, nil, timelog.EntryChange{Before: &e})
}

func (s *Store) deleteEntry(w domain.ID, e timelog.Entry) table.Action {
	return s.DeleteLeaving(key.Entry(w, e.UserID, e.ID), timelog.MarkOfEntry(e))
}

// discardTimer deletes a running timer. Its mark is where its entry would be, because the
// key of timers is soon used again.
func (s *Store) discardTimer(w domain.ID, running timelog.Entry) (timer, mark table.Action) {
	mark = s.deleteEntry(w, running).Provided(table.Absent)
	return deleteTimer(w, running), mark
}

// deleteTimer deletes the timer that was read. Its entry says what became of it.
func deleteTimer(w domain.ID, running timelog.Entry) table.Action {
	return table.Delete(key.Timer(w, running.UserID)).Provided(EntryUnchanged(running)).LeavingNothing()
}

// Where a workspace forbids overlaps (domain/timelog/overlap.go has the rule), every write
// that could make one raises its owner's overlap guard, on condition that the
// guard is as it was read before the entries. So of two such writes at the same
// time one fails.

// ErrOverlapGuard is the error of a write whose guard was raised concurrently.
// The caller may search for overlaps again and retry; tracking/overlap.go does.
var ErrOverlapGuard = problem.Conflict(problem.WriteRace, "Another request wrote an entry at the same time. Try again.")

// RaiseOverlapGuard raises the guard of a user by one from the number that was
// read.
func RaiseOverlapGuard(w, u domain.ID, n int64) table.Action {
	return table.Upsert(key.OverlapGuard(w, u), core.OverlapWrites.Add(1)).Provided(core.OverlapWrites.Is(n)).Or(
		ErrOverlapGuard)
}
