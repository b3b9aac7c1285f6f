package entries

import (
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/tracking"
)

// bulkRow is one row of a batch and what becomes of it.
type bulkRow struct {
	item     bulkItem
	path     string    // such as items[3]
	owner    domain.ID // whose entry it is
	known    bool      // id and owner are well-formed, so that the entry can be looked for
	change   domain.BulkChange
	firstUse store.Uses
}

func (r *bulkRow) at(property string) string { return r.path + "." + property }

func (r *bulkRow) deletes() bool { return r.item.Op.Set }

// stops reports whether the row stops what its id names.
func (r *bulkRow) stops(was *domain.Entry) bool {
	return was.Running() && was.ID == r.item.ID && !r.deletes() && r.item.StoppedAt.Set
}

// wanted is what the row refers to, given what its entry was.
func (r *bulkRow) wanted(was *domain.Entry) tracking.Wanted {
	return r.item.Row(r.owner, was, r.path+".")
}

// complete reports whether the row could make a new entry.
func (r *bulkRow) complete() bool { return r.item.StartedAt.Set && r.item.StoppedAt.Set }

// judge decides what every row makes of its entry, and notes everything that
// is wrong with it. Errors: forbidden not_project_member.
func (b *batch) judge() error {
	for _, r := range b.rows {
		r.change.Before = b.before(r)
		b.judgeOwner(r)
		if r.deletes() {
			b.judgeLock(r)
			continue
		}
		subject, err := b.things.Judge(r.wanted(r.change.Before), b.issues)
		if err != nil {
			return err
		}
		after := b.after(r, subject)
		r.change.After, r.firstUse = &after, subject.FirstUse
		b.judgeTimes(r)
		b.judgeLock(r)
	}
	return nil
}

// judgeLock refuses to change what a submission locks.
func (b *batch) judgeLock(r *bulkRow) {
	if r.change.Writes() > 0 && r.change.Before != nil && b.things.Locks.By(*r.change.Before) != "" {
		b.issues.Add(r.at("id"), problem.EntryLocked)
	}
}

// judgeOwner sees to it that another's entry belongs to a member, and a new
// one to a member who is active.
func (b *batch) judgeOwner(r *bulkRow) {
	if r.owner == b.User.ID {
		return
	}
	member, ok := b.things.Users[r.owner]
	if !ok || (!member.Active() && r.change.Before == nil && !r.deletes()) {
		b.issues.Add(r.at("userId"), problem.UserNotFound)
	}
}

// after is the entry as the row leaves it. What a new one is worth is fixed
// when it is created, stopped or moved to another project.
func (b *batch) after(r *bulkRow, s tracking.Subject) domain.Entry {
	before := r.change.Before
	e := b.newEntry(r, s)
	if before != nil {
		e = *before
	}
	e.ProjectID, e.TaskID, e.TagIDs = s.ProjectID, s.TaskID, s.TagIDs
	e = r.item.Apply(e)
	switch {
	case before == nil:
		return b.things.Snapshot(e)
	case before.Running(), before.ProjectID != e.ProjectID:
		e = b.things.Snapshot(e) // which leaves a timer that runs on as it is
	}
	if e.Equal(*before) {
		return *before
	}
	return e.Touched(b.Now)
}

func (b *batch) newEntry(r *bulkRow, s tracking.Subject) domain.Entry {
	e := domain.Entry{
		ID: r.item.ID, UserID: r.owner, IsBillable: b.Billing.DefaultIsBillable,
		CreatedAt: b.Now, UpdatedAt: b.Now, Version: 1,
	}
	if s.Project != nil {
		e.IsBillable = s.Project.IsBillable
	}
	return e
}

// judgeTimes notes what is wrong with a row's start and end.
func (b *batch) judgeTimes(r *bulkRow) {
	if r.known && r.change.Before == nil {
		b.require(r.at("startedAt"), r.item.StartedAt.Set)
		b.require(r.at("stoppedAt"), r.item.StoppedAt.Set)
	}
	set := tracking.Times{Start: r.item.StartedAt.Set, Stop: r.item.StoppedAt.Set}
	tracking.CheckTimes(*r.change.After, set, r.path+".", b.Now, b.issues)
}

func (b *batch) require(path string, given bool) {
	if !given && b.issues.Clean(path) {
		b.issues.Add(path, problem.Required)
	}
}
