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
	tracking.Asider
	// Within reads the entries that start in the windows.
	Within(ctx context.Context, workspace domain.ID, windows []domain.Window) ([]domain.Entry, error)
	// WriteBulk carries out a batch in one transaction. Errors: conflict when
	// something is not as it was read; store.ErrGuard when it is a guard alone.
	WriteBulk(ctx context.Context, workspace domain.ID, x store.Bulk) error
}

// batch is a bulk request on its way into one transaction. First what its rows
// refer to is read, then every row is judged against it, then what the rows do
// together.
type batch struct {
	*route.Request
	store  bulkStore
	issues *wire.Issues
	rows   []*bulkRow
	things *tracking.Resolved
	guards map[domain.ID]int64 // of the users whose rows must not overlap, as read
}

func newBatch(r *route.Request, s bulkStore, items []bulkItem, issues *wire.Issues) *batch {
	b := &batch{Request: r, store: s, issues: issues, rows: make([]*bulkRow, len(items))}
	for i, item := range items {
		row := &bulkRow{item: item, path: fmt.Sprintf("items[%d]", i), owner: r.User.ID}
		row.known = issues.Clean(row.at("id")) && issues.Clean(row.at("userId"))
		if row.known {
			row.owner = item.UserID.Or(r.User.ID)
		}
		b.rows[i] = row
	}
	return b
}

// permit sees to it that nobody but owner and admins writes another's time.
func (b *batch) permit() error {
	for _, r := range b.rows {
		if r.owner != b.User.ID && !b.Leads() {
			return problem.Deny(problem.RoleInsufficient)
		}
	}
	return nil
}

// tellApart refuses ids that stand in several rows, whoever owns the entries:
// every row that carries such an id is told so, the first too.
func (b *batch) tellApart() {
	carried := map[domain.ID]int{}
	for _, r := range b.rows {
		carried[r.item.ID]++
	}
	for _, r := range b.rows {
		if carried[r.item.ID] > 1 && b.issues.Clean(r.at("id")) {
			b.issues.Add(r.at("id"), problem.DuplicateEntryID)
		}
	}
}

// read brings everything that the rows refer to.
func (b *batch) read(ctx context.Context) (err error) {
	var also store.Asked
	var wanted []tracking.Wanted
	for _, r := range b.rows {
		if r.known {
			also.Entries = append(also.Entries, store.EntryOf{User: r.owner, ID: r.item.ID})
		}
		if r.owner != b.User.ID {
			also.Users = append(also.Users, r.owner)
			also.Timers = append(also.Timers, r.owner)
		}
		if b.Timer != nil && r.owner == b.User.ID && r.stops(b.Timer) {
			also = also.And(tracking.ToRateWork(*b.Timer))
		}
		if !r.deletes() {
			wanted = append(wanted, r.wanted(nil))
		}
		if !r.deletes() && !b.Workspace.AllowOverlap {
			also.Guards = append(also.Guards, r.owner)
		}
	}
	if b.things, err = tracking.Resolve(ctx, b.store, b.Caller, also, wanted...); err != nil {
		return err
	}
	return b.secondLook(ctx)
}

// secondLook looks again for others' entries that a row needs and that were
// not found. A batch read is no snapshot: a timer that was being stopped may
// have been in neither place, but it cannot be missed again. The caller's own
// timer was read before the entries and is in no such danger. What others'
// timers that are stopped were tracked to, and which submissions have claimed
// entries, is known only now, and read too.
func (b *batch) secondLook(ctx context.Context) error {
	var asked store.Asked
	for _, r := range b.rows {
		before := b.before(r)
		if before != nil {
			asked.Locks = append(asked.Locks, domain.Named(*before)...)
		}
		if !r.known || r.owner == b.User.ID {
			continue
		}
		switch {
		case before == nil && (r.deletes() || !r.complete()):
			asked.Entries = append(asked.Entries, store.EntryOf{User: r.owner, ID: r.item.ID})
		case before != nil && r.stops(before):
			asked = asked.And(tracking.ToRateWork(*before))
		}
	}
	more, err := b.store.Things(ctx, b.WorkspaceID(), asked)
	b.things.Things = b.things.And(more)
	return err
}

// before is what a row's id names now: an entry, or else a running timer. The
// timer was read first, so one that is being stopped is found as its entry.
func (b *batch) before(r *bulkRow) *domain.Entry {
	if !r.known {
		return nil
	}
	if e, ok := b.things.Entries[store.EntryOf{User: r.owner, ID: r.item.ID}]; ok {
		return &e
	}
	if r.owner == b.User.ID {
		if b.Timer != nil && b.Timer.ID == r.item.ID {
			return b.Timer
		}
		return nil
	}
	if timer, ok := b.things.Timers[r.owner]; ok && timer.ID == r.item.ID {
		return &timer
	}
	return nil
}

// changes are those of the rows that nothing is wrong with.
func (b *batch) changes() []domain.BulkChange {
	var all []domain.BulkChange
	for _, r := range b.sound() {
		all = append(all, r.change)
	}
	return all
}

func (b *batch) sound() []*bulkRow {
	var rows []*bulkRow
	for _, r := range b.rows {
		if b.issues.Clean(r.path) {
			rows = append(rows, r)
		}
	}
	return rows
}

// fit refuses a batch whose writes do not fit one transaction.
func (b *batch) fit() {
	writes := len(b.guards)
	for _, c := range b.changes() {
		writes += c.Writes()
	}
	if writes > domain.MaxBulk {
		b.issues.AddMessage("items", problem.MaxItems, fmt.Sprintf(
			"must cost at most %d writes: a row that stops a timer costs two, each user whose entries must not overlap one more", domain.MaxBulk))
	}
}
