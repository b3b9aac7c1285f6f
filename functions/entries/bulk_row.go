package entries

import (
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/tracking"
)

// bulkRow is one row of a batch and what becomes of it.
type bulkRow struct {
	item       bulkItem
	path       string    // such as items[3]
	owner      domain.ID // whose entry it is
	wellFormed bool      // id and owner are well-formed, so that the entry can be looked for
	change     domain.BulkChange
	firstUse   store.FirstUses
}

func (r *bulkRow) pathOf(property string) string { return r.path + "." + property }

func (r *bulkRow) isDelete() bool { return r.item.Op.Set }

// stops reports whether the row stops what its id names.
func (r *bulkRow) stops(was *domain.Entry) bool {
	return was.Running() && was.ID == r.item.ID && !r.isDelete() && r.item.StoppedAt.Set
}

// refChange is what the row refers to, given what its entry was.
func (r *bulkRow) refChange(was *domain.Entry) tracking.RefChange {
	return r.item.RowRefChange(r.owner, was, r.path+".")
}

// isComplete reports whether the row could make a new entry.
func (r *bulkRow) isComplete() bool { return r.item.StartedAt.Set && r.item.StoppedAt.Set }

// planRows decides what every row makes of its entry, and notes everything that
// is wrong with it. Errors: forbidden not_project_member.
func (b *batch) planRows() error {
	for _, r := range b.rows {
		r.change.Before = b.storedEntry(r)
		b.checkOwner(r)
		if r.isDelete() {
			b.checkLock(r)
			continue
		}
		subject, err := b.resolved.Validate(r.refChange(r.change.Before), b.issues)
		if err != nil {
			return err
		}
		after := b.applyRow(r, subject)
		r.change.After, r.firstUse = &after, subject.FirstUse
		b.checkTimes(r)
		b.checkLock(r)
	}
	return nil
}

// checkLock refuses to change what a submission locks.
func (b *batch) checkLock(r *bulkRow) {
	if r.change.WriteCount() > 0 && r.change.Before != nil && b.resolved.Locks.LockedBy(*r.change.Before) != "" {
		b.issues.Add(r.pathOf("id"), problem.EntryLocked)
	}
}

// checkOwner sees to it that another's entry belongs to a member, and a new
// one to a member who is active.
func (b *batch) checkOwner(r *bulkRow) {
	if r.owner == b.User.ID {
		return
	}
	member, ok := b.resolved.Members[r.owner]
	if !ok || (!member.Active() && r.change.Before == nil && !r.isDelete()) {
		b.issues.Add(r.pathOf("userId"), problem.UserNotFound)
	}
}

// applyRow is the entry as the row leaves it. What a new one is worth is fixed
// when it is created, stopped or moved to another project.
func (b *batch) applyRow(r *bulkRow, s tracking.ValidRefs) domain.Entry {
	before := r.change.Before
	e := b.newEntry(r, s)
	if before != nil {
		e = *before
	}
	e.ProjectID, e.TaskID, e.TagIDs = s.ProjectID, s.TaskID, s.TagIDs
	e = r.item.Apply(e)
	switch {
	case before == nil:
		return b.resolved.Snapshot(e)
	case before.Running(), before.ProjectID != e.ProjectID:
		e = b.resolved.Snapshot(e) // which leaves a timer that runs on as it is
	}
	if e.Equal(*before) {
		return *before
	}
	return e.MarkChanged(b.Now)
}

func (b *batch) newEntry(r *bulkRow, s tracking.ValidRefs) domain.Entry {
	e := domain.Entry{
		ID: r.item.ID, UserID: r.owner, IsBillable: b.Billing.DefaultIsBillable,
		CreatedAt: b.Now, UpdatedAt: b.Now, Version: 1,
	}
	if s.Project != nil {
		e.IsBillable = s.Project.IsBillable
	}
	return e
}

// checkTimes notes what is wrong with a row's start and end.
func (b *batch) checkTimes(r *bulkRow) {
	if r.wellFormed && r.change.Before == nil {
		b.checkGiven(r.pathOf("startedAt"), r.item.StartedAt.Set)
		b.checkGiven(r.pathOf("stoppedAt"), r.item.StoppedAt.Set)
	}
	set := tracking.TimesSet{Start: r.item.StartedAt.Set, Stop: r.item.StoppedAt.Set}
	tracking.CheckTimes(*r.change.After, set, r.path+".", b.Now, b.issues)
}

func (b *batch) checkGiven(path string, given bool) {
	if !given && b.issues.IsClean(path) {
		b.issues.Add(path, problem.Required)
	}
}
