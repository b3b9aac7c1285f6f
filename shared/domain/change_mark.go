package domain

// DeletionMark is what is kept of a deleted record for the change feed: what it was, and
// who may have seen it.
type DeletionMark struct {
	ID        ID `db:"id,omitempty"`  // "" of a project member
	UserID    ID `db:"uid,omitempty"` // of an entry and a project member
	ProjectID ID `db:"pid,omitempty"` // of an entry, a project member and a task

	PastProjects []ID `db:"was,omitempty"`         // of an entry: the projects that it was on before
	WasPublic    bool `db:"was_public,omitempty"`  // of a project
	WasManager   bool `db:"was_manager,omitempty"` // of a project member

	Days *DaySpan `db:"days,omitempty"` // of an entry; see Entry.TotalDays

	Moment string `db:"-"` // of the delete; it identifies the mark
}

// MarkOfEntry is the mark of a deleted entry or a discarded timer.
func MarkOfEntry(e Entry) DeletionMark {
	days := e.TotalDays()
	return DeletionMark{ID: e.ID, UserID: e.UserID, ProjectID: e.ProjectID, PastProjects: e.PastProjects, Days: &days}
}

// Recreate is the entry in place of a deleted one with the same id. It remembers what the
// deleted one did: who has seen it, and the days whose running totals had it.
func (e Entry) Recreate(deleted DeletionMark) Entry {
	e.PastProjects = deleted.Projects()
	e.LeftDays = deleted.Days
	return e
}

// MarkOfProject is the mark of a deleted project.
func MarkOfProject(p Project) DeletionMark {
	return DeletionMark{ID: p.ID, WasPublic: p.WasPublic || p.Visibility == Public}
}

// MarkOfProjectMember is the mark of a project member who was removed.
func MarkOfProjectMember(m ProjectMember) DeletionMark {
	return DeletionMark{UserID: m.UserID, ProjectID: m.ProjectID, WasManager: m.WasManager || m.IsManager}
}

// MarkOfTask is the mark of a deleted task.
func MarkOfTask(t Task) DeletionMark { return DeletionMark{ID: t.ID, ProjectID: t.ProjectID} }
