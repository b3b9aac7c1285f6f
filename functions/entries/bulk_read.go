package entries

import (
	"context"
	"fmt"

	"stint/shared/domain"
	"stint/shared/problem"
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
			Body: tracking.EditBodyWithRate{EditBody: item.EditBody},
		}
		if issues.IsClean(row.Path+"id") && issues.IsClean(row.Path+"userId") {
			row.ID, row.Owner = item.ID, item.UserID.Or(r.User.ID)
		}
		b.rows[i] = row
	}
	return b
}

// authorize allows rows for other users to owner and admins only. Errors:
// forbidden role_insufficient.
func (b *batch) authorize() error {
	for _, row := range b.rows {
		if row.Owner != b.User.ID && !b.IsOwnerOrAdmin() {
			return problem.Forbidden(problem.RoleInsufficient)
		}
	}
	return nil
}

// checkDuplicateIDs reports every row whose id another row has, too. It does not
// matter who owns the entries.
func (b *batch) checkDuplicateIDs() {
	rowsOf := map[domain.ID]int{}
	for _, item := range b.items {
		rowsOf[item.ID]++
	}
	for i, item := range b.items {
		if path := b.rows[i].Path + "id"; rowsOf[item.ID] > 1 && b.issues.IsClean(path) {
			b.issues.Add(path, problem.DuplicateEntryID)
		}
	}
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

// readAgain reads what only the first reading makes known: the submissions that
// the entries' stamps name, and the projects of other users' timers that rows
// stop. It also looks again for other users' entries that a row needs and that
// were not found: a batch read is no snapshot, so a timer that was being stopped
// may have been found neither as a timer nor as an entry. By the second reading
// it is an entry. The caller's own timer was read before the entries, so it is
// found as one or the other.
func (b *batch) readAgain(ctx context.Context) error {
	var refs store.Refs
	for _, row := range b.rows {
		before := b.storedEntry(row)
		if before != nil {
			refs.Locks = append(refs.Locks, domain.StampedSubmissionIDs(*before)...)
		}
		if row.Owner == b.User.ID {
			continue
		}
		switch {
		case before == nil && (row.IsDelete || !isComplete(row)):
			refs.Entries = append(refs.Entries, store.EntryKey{User: row.Owner, ID: row.ID})
		case before != nil && stops(row, before):
			refs = refs.Merge(tracking.ProjectRateRefs(*before))
		}
	}
	return b.resolved.ReadMore(ctx, refs)
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
