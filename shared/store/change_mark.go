package store

import (
	"stint/shared/domain"
	"stint/shared/table"
)

// The delete of a record that the change feed shows leaves a mark, which says what was
// deleted and who may have seen it.

// deleteLeaving deletes a record and leaves its mark.
func (s *Store) deleteLeaving(k table.Key, mark domain.DeletionMark) table.Action {
	return table.DeleteLeaving(k, mark, s.now().Add(domain.DeletionMarkLife))
}

func (s *Store) deleteEntry(w domain.ID, e domain.Entry) table.Action {
	return s.deleteLeaving(entryKey(w, e.UserID, e.ID), domain.MarkOfEntry(e))
}

// discardTimer deletes a running timer. Its mark is where its entry would be, because the
// key of timers is soon used again.
func (s *Store) discardTimer(w domain.ID, running domain.Entry) (timer, mark table.Action) {
	mark = s.deleteEntry(w, running).Provided(table.Absent)
	return deleteTimer(w, running), mark
}

// deleteTimer deletes the timer that was read. Its entry says what became of it.
func deleteTimer(w domain.ID, running domain.Entry) table.Action {
	return table.Delete(timerKey(w, running.UserID)).Provided(entryUnchanged(running)).LeavingNothing()
}

// entryMarksIn takes the marks of deleted entries from the items that were read.
func entryMarksIn(f table.Items, w domain.ID, keys []EntryKey) (map[EntryKey]domain.DeletionMark, error) {
	marks := map[EntryKey]domain.DeletionMark{}
	for _, k := range keys {
		_, mark, err := recordOrMark[domain.Entry](f, entryKey(w, k.User, k.ID))
		if err != nil {
			return nil, err
		}
		if mark != nil {
			mark.Moment = table.MomentOf(f[entryKey(w, k.User, k.ID)])
			marks[k] = *mark
		}
	}
	return marks, nil
}
