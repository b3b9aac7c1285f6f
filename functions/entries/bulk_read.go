package entries

import (
	"context"
	"fmt"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// batch is a bulk request.
type batch struct {
	*route.Request
	store    tracking.BatchWriter
	issues   *wire.Issues
	items    []bulkItem
	rows     []tracking.Row // of the items; without ID where id or userId could not be read
	resolved *tracking.Resolved
}

func newBatch(r *route.Request, s tracking.BatchWriter, items []bulkItem, issues *wire.Issues) *batch {
	b := &batch{Request: r, store: s, issues: issues, items: items, rows: make([]tracking.Row, len(items))}
	for i, item := range items {
		row := tracking.Row{
			Path: fmt.Sprintf("items[%d].", i), Owner: r.User.ID, IsDelete: item.Op.Set,
			Body: item.EditBody,
		}
		if issues.IsClean(row.Path+"id") && issues.IsClean(row.Path+"userId") {
			row.ID, row.Owner = item.ID, item.UserID.Or(r.User.ID)
		}
		b.rows[i] = row
	}
	return b
}

// read reads everything that the rows refer to, and their entries.
func (b *batch) read(ctx context.Context) (err error) {
	var refs store.Refs
	for _, row := range b.rows {
		if row.ID != "" {
			refs.Entries = append(refs.Entries, store.EntryKey{User: row.Owner, ID: row.ID})
		}
		if row.Owner != b.User.ID {
			refs.Members = append(refs.Members, row.Owner)
			refs.Timers = append(refs.Timers, row.Owner)
		}
		if b.Timer != nil && row.Owner == b.User.ID && stops(row, b.Timer) {
			refs = refs.Merge(tracking.ProjectRateRefs(*b.Timer))
		}
		if !row.IsDelete && !b.Workspace.AllowOverlap {
			refs.Guards = append(refs.Guards, row.Owner)
		}
	}
	if b.resolved, err = tracking.Resolve(ctx, b.store, b.Caller, refs, b.rows...); err != nil {
		return err
	}
	if err := b.readAgain(ctx); err != nil {
		return err
	}
	for i, row := range b.rows {
		b.rows[i].Before = b.storedEntry(row)
	}
	return nil
}

// readAgain reads what only the first reading makes known: what the rows need of
// their entries. It also looks again for other users' entries that a row needs and
// that were not found: a batch read is no snapshot, so a timer that was being stopped
// may have been found neither as a timer nor as an entry. By the second reading it is
// an entry. The caller's own timer was read before the entries, so it is found as one
// or the other.
func (b *batch) readAgain(ctx context.Context) error {
	var refs store.Refs
	var missing []tracking.Row
	for _, row := range b.rows {
		if before := b.storedEntry(row); before != nil {
			refs = refs.Merge(b.refsOf(row, *before))
		} else if row.Owner != b.User.ID && (row.IsDelete || !isComplete(row)) {
			refs.Entries = append(refs.Entries, store.EntryKey{User: row.Owner, ID: row.ID})
			missing = append(missing, row)
		}
	}
	if err := b.resolved.ReadMore(ctx, refs); err != nil {
		return err
	}
	return b.readFound(ctx, missing)
}

// readFound reads what rows need of entries that only the second reading has found.
func (b *batch) readFound(ctx context.Context, missing []tracking.Row) error {
	var refs store.Refs
	for _, row := range missing {
		if before := b.storedEntry(row); before != nil {
			refs = refs.Merge(b.refsOf(row, *before))
		}
	}
	return b.resolved.ReadMore(ctx, refs)
}

// refsOf is what a row needs of its entry: the submissions that its stamp names, what
// the rate snapshot of another user's timer that the row stops is taken from, and what
// a change of its own rate needs. The caller's own timer was known before the first
// reading.
func (b *batch) refsOf(row tracking.Row, before domain.Entry) store.Refs {
	refs := store.Refs{Locks: domain.StampedSubmissionIDs(before)}
	if row.Owner != b.User.ID && stops(row, &before) {
		refs = refs.Merge(tracking.ProjectRateRefs(before))
	}
	return refs.Merge(row.RefsToSetRate(b.Caller, before))
}

// storedEntry is what a row's id names: an entry, or else a running timer. The timer
// was read first, so a timer that is being stopped is found as its entry.
func (b *batch) storedEntry(row tracking.Row) *domain.Entry {
	if e, ok := b.resolved.Entries[store.EntryKey{User: row.Owner, ID: row.ID}]; ok {
		return &e
	}
	if row.Owner == b.User.ID {
		if b.Timer != nil && b.Timer.ID == row.ID {
			return b.Timer
		}
		return nil
	}
	if timer, ok := b.resolved.Timers[row.Owner]; ok && timer.ID == row.ID {
		return &timer
	}
	return nil
}

// stops reports whether the row stops the timer that its id names.
func stops(row tracking.Row, before *domain.Entry) bool {
	return before.Running() && before.ID == row.ID && !row.IsDelete && row.Body.StoppedAt.Set
}

// isComplete reports whether the row could make a new entry.
func isComplete(row tracking.Row) bool { return row.Body.StartedAt.Set && row.Body.StoppedAt.Set }
