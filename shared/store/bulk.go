package store

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
)

// BulkWrite is a batch of changes to entries and timers that happen together or not
// at all.
type BulkWrite struct {
	Changes   []domain.EntryChange
	FirstUses FirstUses
	// Guards are the users in whose time the changes must not overlap anything,
	// with their guard as it was read before the overlaps were looked for.
	Guards map[domain.ID]int64
}

// errBulkChanged is what a batch is told that came too late.
var errBulkChanged = problem.Conflict("One of the entries was changed meanwhile. Nothing of the batch was written.")

// WriteBulk carries out a batch in one transaction, and writes nothing when
// nothing changes. First uses are marked just before it, so that they need no
// room in it: a mark is sticky and harmless should the batch fail. Errors:
// conflict when an entry or a timer is not as it was read or a thing in use is
// gone, ErrOverlapGuard when nothing but a guard was counted up meanwhile.
func (s *Store) WriteBulk(ctx context.Context, w domain.ID, x BulkWrite) error {
	var actions []action
	for _, c := range x.Changes {
		actions = append(actions, bulkActions(w, c)...)
	}
	if len(actions) == 0 {
		return nil
	}
	for u, n := range x.Guards { // last, as the first failed condition is the one that is told
		actions = append(actions, raiseOverlapGuard(w, u, n))
	}
	if err := s.markUsed(ctx, x.FirstUses.markActions(w)); err != nil {
		return err
	}
	return s.commit(ctx, actions...)
}

// bulkActions are the writes of one change. Each is conditional on what was
// read.
func bulkActions(w domain.ID, c domain.EntryChange) []action {
	var writes []action
	switch {
	case c.WriteCount() == 0:
	case c.Before == nil:
		writes = []action{create(entryItem(w, *c.After))}
	case c.StopsTimer():
		writes = []action{deleteItem(timerKey(w, c.Before.UserID)).provided(entryUnchanged(*c.Before)), create(entryItem(w, *c.After))}
	case c.Before.Running() && c.After == nil:
		writes = []action{deleteItem(timerKey(w, c.Before.UserID)).provided(entryUnchanged(*c.Before))}
	case c.Before.Running():
		writes = []action{put(timerItem(w, *c.After)).provided(entryUnchanged(*c.Before))}
	case c.After == nil:
		writes = []action{deleteItem(entryKey(w, c.Before.UserID, c.Before.ID)).provided(entryUnchanged(*c.Before))}
	default:
		writes = []action{put(entryItem(w, *c.After)).provided(entryUnchanged(*c.Before))}
	}
	for i := range writes {
		writes[i] = writes[i].or(errBulkChanged)
	}
	return writes
}

// markUsed sets marks of first use, each once however many rows use a thing,
// side by side where they do not fit one transaction.
func (s *Store) markUsed(ctx context.Context, marks []action) error {
	slices.SortFunc(marks, func(a, b action) int {
		return cmp.Or(cmp.Compare(a.key.pk, b.key.pk), cmp.Compare(a.key.sk, b.key.sk))
	})
	marks = slices.CompactFunc(marks, func(a, b action) bool { return a.key == b.key })
	group, ctx := errgroup.WithContext(ctx)
	for part := range slices.Chunk(marks, maxActions) {
		group.Go(func() error { return s.commit(ctx, part...) })
	}
	return group.Wait()
}
