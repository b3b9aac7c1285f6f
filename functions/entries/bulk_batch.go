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

// bulkStore is what a batch reads and writes.
type bulkStore interface {
	tracking.Reader
	tracking.RoundAbandoner
	// EntriesInWindows reads the entries that start in the windows.
	EntriesInWindows(ctx context.Context, workspace domain.ID, windows []domain.Window) ([]domain.Entry, error)
	// WriteBulk carries out a batch in one transaction. Errors: conflict when
	// something is not as it was read; store.ErrOverlapGuard when it is a guard alone.
	WriteBulk(ctx context.Context, workspace domain.ID, x store.BulkWrite) error
}

// batch is a bulk request on its way into one transaction. First what its rows
// refer to is read, then every row is judged against it, then what the rows do
// together.
type batch struct {
	*route.Request
	store         bulkStore
	issues        *wire.Issues
	rows          []*bulkRow
	resolved      *tracking.Resolved
	overlapGuards map[domain.ID]int64 // of the users whose rows must not overlap, as read
}

func newBatch(r *route.Request, s bulkStore, items []bulkItem, issues *wire.Issues) *batch {
	b := &batch{Request: r, store: s, issues: issues, rows: make([]*bulkRow, len(items))}
	for i, item := range items {
		row := &bulkRow{item: item, path: fmt.Sprintf("items[%d]", i), owner: r.User.ID}
		row.wellFormed = issues.IsClean(row.pathOf("id")) && issues.IsClean(row.pathOf("userId"))
		if row.wellFormed {
			row.owner = item.UserID.Or(r.User.ID)
		}
		b.rows[i] = row
	}
	return b
}

// authorize sees to it that nobody but owner and admins writes another's time.
func (b *batch) authorize() error {
	for _, r := range b.rows {
		if r.owner != b.User.ID && !b.IsOwnerOrAdmin() {
			return problem.Forbidden(problem.RoleInsufficient)
		}
	}
	return nil
}

// checkDuplicateIDs refuses ids that stand in several rows, whoever owns the entries:
// every row that carries such an id is told so, the first too.
func (b *batch) checkDuplicateIDs() {
	carried := map[domain.ID]int{}
	for _, r := range b.rows {
		carried[r.item.ID]++
	}
	for _, r := range b.rows {
		if carried[r.item.ID] > 1 && b.issues.IsClean(r.pathOf("id")) {
			b.issues.Add(r.pathOf("id"), problem.DuplicateEntryID)
		}
	}
}

// read brings everything that the rows refer to.
func (b *batch) read(ctx context.Context) (err error) {
	var refs store.Refs
	var refChanges []tracking.RefChange
	for _, r := range b.rows {
		if r.wellFormed {
			refs.Entries = append(refs.Entries, store.EntryKey{User: r.owner, ID: r.item.ID})
		}
		if r.owner != b.User.ID {
			refs.Members = append(refs.Members, r.owner)
			refs.Timers = append(refs.Timers, r.owner)
		}
		if b.Timer != nil && r.owner == b.User.ID && r.stops(b.Timer) {
			refs = refs.Merge(tracking.ProjectRateRefs(*b.Timer))
		}
		if !r.isDelete() {
			refChanges = append(refChanges, r.refChange(nil))
		}
		if !r.isDelete() && !b.Workspace.AllowOverlap {
			refs.Guards = append(refs.Guards, r.owner)
		}
	}
	if b.resolved, err = tracking.Resolve(ctx, b.store, b.Caller, refs, refChanges...); err != nil {
		return err
	}
	return b.readAgain(ctx)
}

// readAgain looks again for others' entries that a row needs and that were
// not found. A batch read is no snapshot: a timer that was being stopped may
// have been in neither place, but it cannot be missed again. The caller's own
// timer was read before the entries and is in no such danger. What others'
// timers that are stopped were tracked to, and which submissions have claimed
// entries, is known only now, and read too.
func (b *batch) readAgain(ctx context.Context) error {
	var refs store.Refs
	for _, r := range b.rows {
		before := b.storedEntry(r)
		if before != nil {
			refs.Locks = append(refs.Locks, domain.StampedSubmissionIDs(*before)...)
		}
		if !r.wellFormed || r.owner == b.User.ID {
			continue
		}
		switch {
		case before == nil && (r.isDelete() || !r.isComplete()):
			refs.Entries = append(refs.Entries, store.EntryKey{User: r.owner, ID: r.item.ID})
		case before != nil && r.stops(before):
			refs = refs.Merge(tracking.ProjectRateRefs(*before))
		}
	}
	more, err := b.store.Records(ctx, b.WorkspaceID(), refs)
	b.resolved.Records = b.resolved.Merge(more)
	return err
}

// storedEntry is what a row's id names now: an entry, or else a running timer. The
// timer was read first, so one that is being stopped is found as its entry.
func (b *batch) storedEntry(r *bulkRow) *domain.Entry {
	if !r.wellFormed {
		return nil
	}
	if e, ok := b.resolved.Entries[store.EntryKey{User: r.owner, ID: r.item.ID}]; ok {
		return &e
	}
	if r.owner == b.User.ID {
		if b.Timer != nil && b.Timer.ID == r.item.ID {
			return b.Timer
		}
		return nil
	}
	if timer, ok := b.resolved.Timers[r.owner]; ok && timer.ID == r.item.ID {
		return &timer
	}
	return nil
}

// changes are those of the rows that nothing is wrong with.
func (b *batch) changes() []domain.BulkChange {
	var all []domain.BulkChange
	for _, r := range b.validRows() {
		all = append(all, r.change)
	}
	return all
}

func (b *batch) validRows() []*bulkRow {
	var rows []*bulkRow
	for _, r := range b.rows {
		if b.issues.IsClean(r.path) {
			rows = append(rows, r)
		}
	}
	return rows
}

// checkSize refuses a batch whose writes do not fit one transaction.
func (b *batch) checkSize() {
	writes := len(b.overlapGuards)
	for _, c := range b.changes() {
		writes += c.WriteCount()
	}
	if writes > domain.MaxBulkRows {
		b.issues.AddMessage("items", problem.MaxItems, fmt.Sprintf(
			"must cost at most %d writes: a row that stops a timer costs two, each user whose entries must not overlap one more", domain.MaxBulkRows))
	}
}
