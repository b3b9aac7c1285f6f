package domain

// DeletionMark is what is kept of a deleted record for the change feed: what it was, and
// who may have seen it.
type DeletionMark struct {
	ID        ID `db:"id,omitempty"`  // "" of a project member
	UserID    ID `db:"uid,omitempty"` // of an entry and a project member
	ProjectID ID `db:"pid,omitempty"` // of an entry, a project member and a task

	Made         *OrderedInstant `db:"made,omitempty"`          // nil for records that all members see
	ProjectStays []ProjectStay   `db:"stays,omitempty"`         // of an entry
	PublicUntil  *OrderedInstant `db:"public_until,omitempty"`  // of a project; nil if it never was public
	MemberUntil  *OrderedInstant `db:"member_until,omitempty"`  // of a project member
	ManagerUntil *OrderedInstant `db:"manager_until,omitempty"` // of a project member; nil if they never were a manager

	Days *DaySpan `db:"days,omitempty"` // of an entry; see Entry.TotalDays

	Moment string `db:"-"` // of the delete; it identifies the mark
}

// WhenMade is when the deleted record was made; the zero value if that is not known.
func (m DeletionMark) WhenMade() (made OrderedInstant) {
	if m.Made != nil {
		made = *m.Made
	}
	return made
}

// MarkOfEntry is the mark of a deleted entry or a discarded timer.
func MarkOfEntry(e Entry) DeletionMark {
	days, made := e.TotalDays(), e.Made()
	return DeletionMark{ID: e.ID, UserID: e.UserID, ProjectID: e.ProjectID, Made: &made, ProjectStays: e.ProjectStays, Days: &days}
}

// Recreate is the entry in place of a deleted one with the same id. It keeps what the mark of
// the deleted one remembers: who may have seen it, and the days whose running totals had it.
func (e Entry) Recreate(deleted DeletionMark) Entry {
	e.ProjectStays = deleted.Stays()
	e.FirstMade = deleted.Made
	e.LeftDays = deleted.Days
	return e
}

// MarkOfProject is the mark of a project that is deleted now.
func MarkOfProject(p Project, now Instant) DeletionMark {
	made := p.Made()
	return DeletionMark{ID: p.ID, Made: &made, PublicUntil: p.publicUntil(now)}
}

// MarkOfProjectMember is the mark of a project member who is removed now.
func MarkOfProjectMember(m ProjectMember, now Instant) DeletionMark {
	made := m.Made()
	return DeletionMark{
		UserID: m.UserID, ProjectID: m.ProjectID, Made: &made,
		MemberUntil: OrderedNow(now), ManagerUntil: m.WithManager(false, now).ManagerUntil,
	}
}

// MarkOfTask is the mark of a deleted task.
func MarkOfTask(t Task) DeletionMark {
	made := t.Made()
	return DeletionMark{ID: t.ID, ProjectID: t.ProjectID, Made: &made}
}

// MarkOfInvitation is the mark of an invitation that was revoked or declined.
func MarkOfInvitation(i Invitation) DeletionMark {
	made := i.Made()
	return DeletionMark{ID: i.ID, Made: &made}
}
