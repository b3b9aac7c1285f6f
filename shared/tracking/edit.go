package tracking

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// EditBody is what a PATCH may change of an entry or a running timer.
type EditBody struct {
	ProjectID   wire.Clearable[domain.ID]   `json:"projectId" doc:"Changed alone, it drops the task of the project before."`
	TaskID      wire.Clearable[domain.ID]   `json:"taskId" doc:"Implies its project."`
	Description wire.Clearable[domain.Text] `json:"description" maxLength:"5000"`
	TagIDs      wire.Clearable[[]domain.ID] `json:"tagIds" maxItems:"50"`
	StartedAt   wire.Change[domain.Instant] `json:"startedAt"`
	StoppedAt   wire.Change[domain.Instant] `json:"stoppedAt" doc:"Stops a running timer."`
	IsBillable  wire.Change[bool]           `json:"isBillable"`
}

// wanted is what the body wants the entry to be tracked to.
func (b EditBody) wanted(was domain.Entry) Wanted {
	return Wanted{Owner: was.UserID, Was: &was, Project: Changed(b.ProjectID), Task: Changed(b.TaskID), Tags: ChangedTags(b.TagIDs)}
}

// Apply gives the entry with everything changed that is no reference.
func (b EditBody) Apply(e domain.Entry) domain.Entry {
	if b.Description.Set {
		e.Description = ""
		if b.Description.Value != nil {
			e.Description = *b.Description.Value
		}
	}
	b.StartedAt.Apply(&e.StartedAt)
	if b.StoppedAt.Set {
		e.StoppedAt = &b.StoppedAt.Value
	}
	b.IsBillable.Apply(&e.IsBillable)
	return e
}

// Edit changes an entry or a running timer, which stoppedAt stops. What would
// change nothing is answered as it is. Errors: forbidden not_project_member,
// role_insufficient for a rate that the caller may not set, and
// workspace_mismatch; validation, conflict.
func Edit(ctx context.Context, w Writer, r *route.Request, was domain.Entry, body RatedBody, issues *wire.Issues) (Entry, error) {
	wanted := body.wanted(was)
	x, err := Resolve(ctx, w, r.Caller, alsoFor(r.Caller, was).And(body.toRate(r, was)), wanted)
	if err != nil {
		return Entry{}, err
	}
	next := body.Apply(was)
	CheckTimes(next, Times{Start: body.StartedAt.Set, Stop: body.StoppedAt.Set}, "", r.Now, issues)
	subject, err := x.Judge(wanted, issues)
	if err != nil {
		return Entry{}, err
	}
	if body.HourlyRate.Set {
		if err := x.mayRate(subject.ProjectID, issues); err != nil {
			return Entry{}, err
		}
	}
	if err := x.Settle(ctx, issues); err != nil {
		return Entry{}, err
	}
	if next = subject.of(next); body.rerates(was, next) {
		next = x.Snapshot(next)
	}
	return x.save(ctx, w, r, change{was: was, next: next, first: subject.FirstUse}, issues)
}

// of gives the entry with the subject's references.
func (s Subject) of(e domain.Entry) domain.Entry {
	e.ProjectID, e.TaskID, e.TagIDs = s.ProjectID, s.TaskID, s.TagIDs
	return e
}

// change is an entry before and after an edit.
type change struct {
	was, next domain.Entry
	first     store.Uses
}

// occupies reports whether the entry claims other time than before. Stopping a
// timer is never refused for an overlap.
func (c change) occupies() bool {
	return domain.BulkChange{Before: &c.was, After: &c.next}.Occupies()
}

// save writes the change where it belongs. Errors: validation entry_overlap,
// conflict.
func (x *Resolved) save(ctx context.Context, w Writer, r *route.Request, c change, issues *wire.Issues) (Entry, error) {
	show := x.Viewer()
	if c.next.Equal(c.was) {
		return show.Show(c.was, r.Now), r.Match(c.was.Version)
	}
	if err := Release(ctx, w, r, x.Locks, c.was); err != nil {
		return Entry{}, err
	}
	c.next = c.next.Touched(r.Now)
	answer, wid := show.Show(c.next, r.Now), r.WorkspaceID()
	if !c.was.Running() {
		write := store.EntryWrite{Entry: c.next, Was: &c.was, FirstUse: c.first}
		return answer, x.writeEntry(ctx, w, r, write, c.occupies(), issues)
	}
	if err := r.Match(c.was.Version); err != nil {
		return Entry{}, err
	}
	if c.next.Running() {
		return answer, w.EditTimer(ctx, wid, c.was, c.next, c.first)
	}
	return answer, w.StopTimer(ctx, wid, store.Stop{Running: c.was, Stopped: c.next, FirstUse: c.first})
}

// Delete deletes an entry, or discards a running timer. Errors: conflict, also
// for a locked one.
func Delete(ctx context.Context, w Writer, r *route.Request, e domain.Entry) (route.Deleted, error) {
	if err := r.Match(e.Version); err != nil {
		return route.Deleted{}, err
	}
	gone := route.Deleted{ID: string(e.ID), Deleted: true}
	if e.Running() {
		return gone, w.DiscardTimer(ctx, r.WorkspaceID(), e)
	}
	locks, err := w.Things(ctx, r.WorkspaceID(), store.Asked{Locks: domain.Named(e)})
	if err != nil {
		return route.Deleted{}, err
	}
	if err := Release(ctx, w, r, locks.Locks, e); err != nil {
		return route.Deleted{}, err
	}
	return gone, w.DeleteEntry(ctx, r.WorkspaceID(), e)
}
