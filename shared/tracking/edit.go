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

// refChange is what the body wants the entry to be tracked to.
func (b EditBody) refChange(was domain.Entry) RefChange {
	return RefChange{Owner: was.UserID, Before: &was, Project: RefFromClearable(b.ProjectID), Task: RefFromClearable(b.TaskID), Tags: TagsFromClearable(b.TagIDs)}
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
func Edit(ctx context.Context, w Writer, r *route.Request, was domain.Entry, body EditBodyWithRate, issues *wire.Issues) (EntryAnswer, error) {
	refChange := body.refChange(was)
	x, err := Resolve(ctx, w, r.Caller, refsToWrite(r.Caller, was).Merge(body.snapshotRefs(r, was)), refChange)
	if err != nil {
		return EntryAnswer{}, err
	}
	next := body.Apply(was)
	CheckTimes(next, TimesSet{Start: body.StartedAt.Set, Stop: body.StoppedAt.Set}, "", r.Now, issues)
	refs, err := x.Validate(refChange, issues)
	if err != nil {
		return EntryAnswer{}, err
	}
	if body.HourlyRate.Set {
		if err := x.checkCanSetRate(refs.ProjectID, issues); err != nil {
			return EntryAnswer{}, err
		}
	}
	if err := x.FinishValidation(ctx, issues); err != nil {
		return EntryAnswer{}, err
	}
	if next = refs.applyTo(next); body.needsSnapshot(was, next) {
		next = x.Snapshot(next)
	}
	return x.save(ctx, w, r, entryChange{was: was, next: next, firstUse: refs.FirstUse}, issues)
}

// applyTo gives the entry with the subject's references.
func (s ValidRefs) applyTo(e domain.Entry) domain.Entry {
	e.ProjectID, e.TaskID, e.TagIDs = s.ProjectID, s.TaskID, s.TagIDs
	return e
}

// entryChange is an entry before and after an edit.
type entryChange struct {
	was, next domain.Entry
	firstUse  store.FirstUses
}

// needsOverlapCheck reports whether the entry claims other time than before. Stopping a
// timer is never refused for an overlap.
func (c entryChange) needsOverlapCheck() bool {
	return domain.BulkChange{Before: &c.was, After: &c.next}.NeedsOverlapCheck()
}

// save writes the change where it belongs. Errors: validation entry_overlap,
// conflict.
func (x *Resolved) save(ctx context.Context, w Writer, r *route.Request, c entryChange, issues *wire.Issues) (EntryAnswer, error) {
	viewer := x.Viewer()
	if c.next.Equal(c.was) {
		return viewer.Show(c.was, r.Now), r.CheckIfMatch(c.was.Version)
	}
	if err := EnsureEditable(ctx, w, r, x.Locks, c.was); err != nil {
		return EntryAnswer{}, err
	}
	c.next = c.next.MarkChanged(r.Now)
	answer, wid := viewer.Show(c.next, r.Now), r.WorkspaceID()
	if !c.was.Running() {
		write := store.EntryWrite{Entry: c.next, Was: &c.was, FirstUses: c.firstUse}
		return answer, x.writeEntry(ctx, w, r, write, c.needsOverlapCheck(), issues)
	}
	if err := r.CheckIfMatch(c.was.Version); err != nil {
		return EntryAnswer{}, err
	}
	if c.next.Running() {
		return answer, w.ChangeTimer(ctx, wid, c.was, c.next, c.firstUse)
	}
	return answer, w.StopTimer(ctx, wid, store.TimerStop{Running: c.was, Stopped: c.next, FirstUses: c.firstUse})
}

// Delete deletes an entry, or discards a running timer. Errors: conflict, also
// for a locked one.
func Delete(ctx context.Context, w Writer, r *route.Request, e domain.Entry) (route.Deleted, error) {
	if err := r.CheckIfMatch(e.Version); err != nil {
		return route.Deleted{}, err
	}
	deleted := route.Deleted{ID: string(e.ID), Deleted: true}
	if e.Running() {
		return deleted, w.DiscardTimer(ctx, r.WorkspaceID(), e)
	}
	locks, err := w.Records(ctx, r.WorkspaceID(), store.Refs{Locks: domain.StampedSubmissionIDs(e)})
	if err != nil {
		return route.Deleted{}, err
	}
	if err := EnsureEditable(ctx, w, r, locks.Locks, e); err != nil {
		return route.Deleted{}, err
	}
	return deleted, w.DeleteEntry(ctx, r.WorkspaceID(), e)
}
