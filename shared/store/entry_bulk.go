package store

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// BulkWrite is a batch of changes to entries and timers, of which all or none are
// written.
type BulkWrite struct {
	Changes   []domain.EntryChange
	Absent    []EntryKey // entries to delete that were not found
	FirstUses FirstUses
	// Guards are the users whose changed entries must not overlap others,
	// with their overlap guard as it was read before the search for overlaps.
	Guards map[domain.ID]int64
}

// errBulkChanged is the error of a batch when one of its entries is not as it was
// read.
var errBulkChanged = problem.Conflict(problem.WriteRace, "One of the entries was changed by another request. Nothing of the batch was written.")

// WriteBulk carries out a batch in one transaction. It writes nothing when no row
// changes anything. Otherwise the entries that need no change must be as they were
// read, too: a batch read is no snapshot, so another batch may have changed them
// between two reads, and the result would be a mixture of both. First uses are marked
// before the transaction, so that they take no room in it. A mark stays, and does no
// harm if the batch then fails. Errors: conflict when an entry or a timer is not as it
// was read, or a project, task or tag was deleted; ErrOverlapGuard when only a guard
// was raised concurrently.
func (s *Store) WriteBulk(ctx context.Context, w domain.ID, x BulkWrite) error {
	var actions, checks []table.Action
	for _, c := range x.Changes {
		if c.WriteCount() > 0 {
			actions = append(actions, s.bulkActions(w, c)...)
		} else if c.Before != nil {
			checks = append(checks, table.Check(storedKey(w, *c.Before), entryUnchanged(*c.Before)).Or(errBulkChanged))
		}
	}
	if len(actions) == 0 {
		return nil
	}
	for _, k := range x.Absent {
		checks = append(checks, table.Check(entryKey(w, k.User, k.ID), table.Absent).Or(errBulkChanged))
	}
	actions = append(actions, externalIDActions(w, errBulkChanged, x.Changes...)...)
	actions = append(append(actions, checks...), s.auditEntryActions(ctx, w, x.Changes...)...)
	for u, n := range x.Guards { // last, because the first failed condition gives the error
		actions = append(actions, raiseOverlapGuard(w, u, n))
	}
	if err := s.commitMarks(ctx, x.FirstUses.markActions(w)); err != nil {
		return err
	}
	return s.table.Commit(ctx, actions...)
}

// storedKey is the key of an entry, or of a running timer.
func storedKey(w domain.ID, e domain.Entry) table.Key {
	if e.Running() {
		return timerKey(w, e.UserID)
	}
	return entryKey(w, e.UserID, e.ID)
}

// bulkActions are the writes of one change. Each is conditional on what was read.
func (s *Store) bulkActions(w domain.ID, c domain.EntryChange) []table.Action {
	var writes []table.Action
	switch {
	case c.Before == nil:
		writes = []table.Action{table.Create(entryItem(w, *c.After)).Provided(isInPlaceOf(c.InPlaceOf))}
	case c.StopsTimer():
		writes = []table.Action{deleteTimer(w, *c.Before), table.Create(entryItem(w, *c.After))}
	case c.DiscardsTimer():
		timer, mark := s.discardTimer(w, *c.Before)
		writes = []table.Action{timer, mark}
	case c.After == nil:
		writes = []table.Action{s.deleteEntry(w, *c.Before).Provided(entryUnchanged(*c.Before))}
	case c.Before.Running():
		writes = []table.Action{table.Put(timerItem(w, *c.After)).Provided(entryUnchanged(*c.Before))}
	default:
		writes = []table.Action{table.Put(entryItem(w, c.After.LeavingDay(*c.Before))).Provided(entryUnchanged(*c.Before))}
	}
	for i := range writes {
		writes[i] = writes[i].Or(errBulkChanged)
	}
	return writes
}

// isInPlaceOf holds while the mark of a deleted entry is as it was read; nil is none.
func isInPlaceOf(deleted *domain.DeletionMark) expression.ConditionBuilder {
	if deleted == nil {
		return table.Unmarked
	}
	return table.MarkedAt(deleted.Moment)
}

// commitMarks sets marks of first use, each once, in parallel transactions where
// one is not enough.
func (s *Store) commitMarks(ctx context.Context, marks []table.Action) error {
	slices.SortFunc(marks, func(a, b table.Action) int { return a.Key().Compare(b.Key()) })
	marks = slices.CompactFunc(marks, func(a, b table.Action) bool { return a.Key() == b.Key() })
	group, ctx := errgroup.WithContext(ctx)
	for part := range slices.Chunk(marks, table.MaxActions) {
		group.Go(func() error { return s.table.Commit(ctx, part...) })
	}
	return group.Wait()
}
