package tracking

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// Writer is what changing an entry or a timer reads and writes.
type Writer interface {
	Reader
	OverlapReader
	RoundAbandoner
	// WriteEntry creates an entry or replaces the one that was read. Errors:
	// conflict when it is not as it was read, store.ErrOverlapGuard when another
	// write that could overlap was faster.
	WriteEntry(ctx context.Context, workspace domain.ID, x store.EntryWrite) error
	// DeleteEntry deletes a finished entry. Errors: conflict when it is not as it was read.
	DeleteEntry(ctx context.Context, workspace domain.ID, e domain.Entry) error
	// ChangeTimer changes a running timer. Errors: conflict when it is not as it was read.
	ChangeTimer(ctx context.Context, workspace domain.ID, was, next domain.Entry, first store.FirstUses) error
	// StopTimer makes the finished entry of a running timer. Errors: conflict
	// when the timer is not as it was read.
	StopTimer(ctx context.Context, workspace domain.ID, x store.TimerStop) error
	// DiscardTimer deletes a running timer. Errors: conflict when it was
	// stopped or is not as it was read.
	DiscardTimer(ctx context.Context, workspace domain.ID, running domain.Entry) error
}

// BatchWriter is what writing a batch reads and writes.
type BatchWriter interface {
	Reader
	OverlapReader
	RoundAbandoner
	// WriteBulk writes a batch in one transaction. Errors: conflict when
	// an item was changed since it was read; store.ErrOverlapGuard when only an
	// overlap guard was.
	WriteBulk(ctx context.Context, workspace domain.ID, x store.BulkWrite) error
}

var (
	_ Writer      = (*store.Store)(nil)
	_ BatchWriter = (*store.Store)(nil)
)

// Edit changes an entry or a running timer, which a stop ends. Errors: those of
// PlanRow and Plan.Write.
func Edit(ctx context.Context, w Writer, r *route.Request, before domain.Entry, body EditBody, issues *wire.Issues) (EntryAnswer, error) {
	plan, err := PlanRow(ctx, w, r, Row{Owner: before.UserID, ID: before.ID, Before: &before, Body: body}, issues)
	if err != nil {
		return EntryAnswer{}, err
	}
	return plan.Show(), plan.Write(ctx, w, domain.ReplayRecord{})
}

// Entry is the entry of a plan of one row, as it will be.
func (p Plan) Entry() domain.Entry { return *p.rows[0].after }

// Show is the entry of a plan of one row as the caller sees it. See
// route.Request.Remember for why an answer is made before the write.
func (p Plan) Show() EntryAnswer { return p.Viewer().Show(p.Entry(), p.request.Now) }

// FirstUses is what the rows are the first to track time to.
func (p Plan) FirstUses() (all store.FirstUses) {
	for _, row := range p.rows {
		all = all.Merge(row.firstUses)
	}
	return all
}

// Switch stops the caller's running timer at the start of the plan's timer. It is
// nil when none runs. Errors: conflict when the running timer started later.
func (p Plan) Switch() (*domain.Entry, error) {
	running := p.request.Timer
	if running == nil {
		return nil, nil
	}
	stopped, err := running.SwitchTo(p.Entry(), p.request.Now)
	if err != nil {
		return nil, err
	}
	stopped = p.snapshot(stopped)
	return &stopped, nil
}

// Write writes a plan of one row, unless it changes nothing: a finished entry, or
// a change of a running timer. Errors: validation entry_overlap, conflict.
func (p Plan) Write(ctx context.Context, w Writer, remember domain.ReplayRecord) error {
	row := p.rows[0]
	if row.change().WriteCount() == 0 {
		return p.request.CheckIfMatch(row.Before.Version)
	}
	if err := p.EnsureEditable(ctx, w); err != nil {
		return err
	}
	if row.Before == nil || !row.Before.Running() {
		return p.writeEntry(ctx, w, row, remember)
	}
	if err := p.request.CheckIfMatch(row.Before.Version); err != nil {
		return err
	}
	wid := p.request.WorkspaceID()
	if row.after.Running() {
		return w.ChangeTimer(ctx, wid, *row.Before, *row.after, row.firstUses)
	}
	return w.StopTimer(ctx, wid, store.TimerStop{Running: *row.Before, Stopped: *row.after, FirstUses: row.firstUses})
}

func (p Plan) writeEntry(ctx context.Context, w Writer, row plannedRow, remember domain.ReplayRecord) error {
	if err := p.checkOverlaps(ctx, w); err != nil {
		return err
	}
	if err := p.issues.Err(); err != nil {
		return err
	}
	if row.Before != nil {
		if err := p.request.CheckIfMatch(row.Before.Version); err != nil {
			return err
		}
	}
	write := store.EntryWrite{Entry: *row.after, Was: row.Before, FirstUses: row.firstUses, Remember: remember}
	return p.writeGuarded(ctx, w, func() error {
		if n, guarded := p.guards[row.Owner]; guarded {
			write.Guard = &n
		}
		return w.WriteEntry(ctx, p.request.WorkspaceID(), write)
	})
}

// WriteBatch writes all rows in one transaction, or none. Errors: validation
// entry_overlap, conflict.
func (p Plan) WriteBatch(ctx context.Context, w BatchWriter) error {
	if err := p.EnsureEditable(ctx, w); err != nil {
		return err
	}
	write := store.BulkWrite{Changes: p.Changes(), FirstUses: p.FirstUses()}
	for _, row := range p.rows {
		if row.Before == nil && row.after == nil {
			write.Absent = append(write.Absent, store.EntryKey{User: row.Owner, ID: row.ID})
		}
	}
	return p.writeGuarded(ctx, w, func() error {
		write.Guards = p.guards
		return w.WriteBulk(ctx, p.request.WorkspaceID(), write)
	})
}

// Delete deletes an entry, or discards a running timer. Errors: conflict, also
// for a locked entry.
func Delete(ctx context.Context, w Writer, r *route.Request, e domain.Entry) (route.Deleted, error) {
	if err := r.CheckIfMatch(e.Version); err != nil {
		return route.Deleted{}, err
	}
	deleted := route.Deleted{ID: string(e.ID), Deleted: true}
	if e.Running() {
		return deleted, w.DiscardTimer(ctx, r.WorkspaceID(), e)
	}
	read, err := w.Records(ctx, r.WorkspaceID(), store.Refs{Locks: domain.StampedSubmissionIDs(e)})
	if err != nil {
		return route.Deleted{}, err
	}
	if err := ensureEditable(ctx, w, r, read.Locks, e); err != nil {
		return route.Deleted{}, err
	}
	return deleted, w.DeleteEntry(ctx, r.WorkspaceID(), e)
}
