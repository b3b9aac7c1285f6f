package timelog

import (
	"stint/shared/domain"
)

// EntryChange is what a write makes of one entry or running timer.
type EntryChange struct {
	Before *Entry // as it was read; nil: there was none
	After  *Entry // as it will be; nil: it is deleted

	InPlaceOf *domain.DeletionMark // of a new entry: the deleted one with its id; nil: there was none
}

// Owner is whose time changes. It is "" where there is no entry before or after.
func (c EntryChange) Owner() domain.ID {
	switch {
	case c.After != nil:
		return c.After.UserID
	case c.Before != nil:
		return c.Before.UserID
	}
	return ""
}

// StopsTimer reports whether the change makes a finished entry of a running timer.
func (c EntryChange) StopsTimer() bool {
	return c.Before != nil && c.After != nil && c.Before.Running() && !c.After.Running()
}

// DiscardsTimer reports whether the change deletes a running timer.
func (c EntryChange) DiscardsTimer() bool {
	return c.Before != nil && c.After == nil && c.Before.Running()
}

// WriteCount is how many items of the table the change writes. It is 0 when
// nothing changes, and 2 when a timer is stopped or discarded, as its entry, or the
// mark that it is deleted, has another key.
func (c EntryChange) WriteCount() int {
	switch {
	case c.Before == nil && c.After == nil:
		return 0
	case c.StopsTimer(), c.DiscardsTimer():
		return 2
	case c.Before != nil && c.After != nil && c.Before.Equal(*c.After):
		return 0
	}
	return 1
}

// Recreate is the entry in place of a deleted one with the same id. It keeps what the mark of
// the deleted one remembers: who may have seen it, and the days whose running totals had it.
func (e Entry) Recreate(deleted domain.DeletionMark) Entry {
	e.ProjectStays = deleted.Stays()
	e.FirstMade = deleted.Made
	e.LeftDays, e.LeftSpans = deleted.Days, deleted.Spans
	return e
}

// MoveTo is the entry on another project from now on, "" for none. It remembers both
// projects and when it came there. So the change feed shows their managers a delete when it
// leaves, and shows former managers nothing of what came later.
func (e Entry) MoveTo(project domain.ID, now domain.Instant) Entry {
	if project != e.ProjectID {
		e.ProjectStays = domain.RememberProject(e.ProjectStays, e.ProjectID, e.Made())
		e.ProjectStays = domain.RememberProject(e.ProjectStays, project, *domain.OrderedNow(now))
	}
	e.ProjectID = project
	return e
}

// MarkOfEntry is the mark of a deleted entry or a discarded timer.
func MarkOfEntry(e Entry) domain.DeletionMark {
	days, made := e.TotalDays(), e.Made()
	return domain.DeletionMark{ID: e.ID, UserID: e.UserID, ProjectID: e.ProjectID, Made: &made,
		ProjectStays: e.ProjectStays, Days: &days, Spans: e.leaving()}
}

// IsAudited reports whether the audit log records the change when that user makes
// it: it changes something of another user.
func (c EntryChange) IsAudited(by domain.ID) bool {
	return by != "" && c.WriteCount() > 0 && c.Owner() != by
}

// ExternalIDMove is what a write does with the external id of an entry or a timer. It
// takes one item of the table.
type ExternalIDMove struct {
	Owner      domain.ID
	ExternalID domain.ExternalID
	From       domain.ID // the entry that loses it; "" if no entry of the write had it
	To         domain.ID // the entry that gets it; "" frees it
}

// ExternalIDMoves lists what changes do with external ids, in their order. An id that
// one entry loses and another one gets is one move. No two changes may give the same id
// to entries of one owner.
func ExternalIDMoves(changes ...EntryChange) []ExternalIDMove {
	var moves []ExternalIDMove
	index := map[ExternalIDMove]int{} // by owner and external id
	at := func(owner domain.ID, x domain.ExternalID) *ExternalIDMove {
		name := ExternalIDMove{Owner: owner, ExternalID: x}
		n, known := index[name]
		if !known {
			n = len(moves)
			index[name], moves = n, append(moves, name)
		}
		return &moves[n]
	}
	for _, c := range changes {
		before, after := externalIDOf(c.Before), externalIDOf(c.After)
		if before == after {
			continue
		}
		if before != "" {
			at(c.Owner(), before).From = c.Before.ID
		}
		if after != "" {
			at(c.Owner(), after).To = c.After.ID
		}
	}
	return moves
}

func externalIDOf(e *Entry) domain.ExternalID {
	if e == nil {
		return ""
	}
	return e.ExternalID
}
