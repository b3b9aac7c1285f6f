package timedb

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Errors of a write whose entry or timer is not as it was read.
var (
	errEntryChanged = problem.Conflict(problem.WriteRace, "The entry was changed by another request. Read it again.")
	ErrTimerChanged = problem.Conflict(problem.TimerChanged, "Another request started, stopped or changed the timer.")
	errBulkChanged  = problem.Conflict(problem.WriteRace,
		"One of the entries was changed by another request. Nothing of the batch was written.")
)

// EntryWrite is what a request makes of entries and timers, with everything that is
// written with it.
type EntryWrite struct {
	Changes   []timelog.EntryChange
	FirstUses core.FirstUses // of what the changes track time to
	// Guards are the users whose changed entries must not overlap others, with their
	// overlap guard as it was read before the search for overlaps.
	Guards   map[domain.ID]int64
	Absent   []core.EntryKey // entries that a batch deletes and that were not found
	Remember domain.ReplayRecord
}

// WriteEntry makes, changes or stops an entry or a timer. Errors: conflict when it is
// not as it was read, ErrOverlapGuard when a guard is not, domain.ErrExternalIDTaken,
// domain.ErrReplayExists.
func (s *Store) WriteEntry(ctx context.Context, w domain.ID, x EntryWrite) (err error) {
	defer core.Wrap(&err, "WriteEntry", w)
	var writes []table.Action
	for _, c := range x.Changes {
		conflict := errEntryChanged
		if c.Before != nil && c.Before.Running() || c.After.Running() {
			conflict = ErrTimerChanged
		}
		writes = append(writes, s.changeActions(w, c, conflict)...)
	}
	return s.commitEntries(ctx, w, writes, x)
}

// StartTimer starts the timer of a write. stop is nil, or stops the timer that runs, in
// the same write. Errors: as WriteEntry.
func (s *Store) StartTimer(ctx context.Context, w domain.ID, stop *timelog.EntryChange, x EntryWrite) (err error) {
	defer core.Wrap(&err, "StartTimer", w)
	if stop == nil {
		return s.WriteEntry(ctx, w, x)
	}
	return s.commitEntries(ctx, w, []table.Action{
		table.Put(TimerItem(w, *x.Changes[0].After)).Provided(EntryUnchanged(*stop.Before)).Or(ErrTimerChanged),
		table.Create(EntryItem(w, *stop.After)).Or(ErrTimerChanged),
	}, x)
}

// commitEntries carries out the writes of single changes with all that belongs to them.
func (s *Store) commitEntries(ctx context.Context, w domain.ID, writes []table.Action, x EntryWrite) error {
	// first: a request that fails on it gets the remembered answer
	actions := append(s.RememberActions(x.Remember), writes...)
	actions = append(actions, guardActions(w, x.Guards)...)
	actions = append(actions, externalIDActions(w, domain.ErrExternalIDTaken, x.Changes...)...)
	actions = append(actions, s.AuditEntryActions(ctx, w, x.Changes...)...)
	actions = append(actions, s.watchActions(w, x.Changes)...)
	return s.Table.Commit(ctx, append(actions, x.FirstUses.MarkActions(w)...)...)
}

// WriteBulk carries out a batch in one transaction. It writes nothing when no row
// changes anything. Otherwise the entries that need no change must be as they were
// read, too: a batch read is no snapshot, so another batch may have changed them
// between two reads, and the result would be a mixture of both. First uses are marked
// before the transaction, so that they take no room in it. A mark stays, and does no
// harm if the batch then fails. Errors: conflict when an entry or a timer is not as it
// was read, or a project, task or tag was deleted; ErrOverlapGuard when only a guard
// was raised concurrently.
func (s *Store) WriteBulk(ctx context.Context, w domain.ID, x EntryWrite) (err error) {
	defer core.Wrap(&err, "WriteBulk", w)
	var actions, checks []table.Action
	for _, c := range x.Changes {
		if c.WriteCount() > 0 {
			actions = append(actions, s.changeActions(w, c, errBulkChanged)...)
		} else if c.Before != nil {
			checks = append(checks, table.Check(storedKey(w, *c.Before), EntryUnchanged(*c.Before)).Or(errBulkChanged))
		}
	}
	if len(actions) == 0 {
		return nil
	}
	for _, k := range x.Absent {
		checks = append(checks, table.Check(key.Entry(w, k.User, k.ID), table.Absent).Or(errBulkChanged))
	}
	actions = append(actions, externalIDActions(w, errBulkChanged, x.Changes...)...)
	actions = append(append(actions, checks...), s.AuditEntryActions(ctx, w, x.Changes...)...)
	actions = append(actions, guardActions(w, x.Guards)...) // last, because the first failed condition gives the error
	if err := s.commitFirstUses(ctx, x.FirstUses.MarkActions(w)); err != nil {
		return err
	}
	return s.Table.Commit(ctx, actions...)
}

// DeleteEntry deletes a finished entry that was read. A missing entry is no
// error. Errors: conflict when it is not as it was read.
func (s *Store) DeleteEntry(ctx context.Context, w domain.ID, e timelog.Entry) (err error) {
	defer core.Wrap(&err, "DeleteEntry", w, e.ID)
	change := timelog.EntryChange{Before: &e}
	actions := append(s.AuditEntryActions(ctx, w, change), s.changeActions(w, change, errEntryChanged)...)
	return s.Table.Commit(ctx, append(actions, freeExternalID(w, e)...)...)
}

// DiscardTimer deletes a timer that was read and makes no entry of it. A timer
// that is gone is no error, unless it was stopped. Errors: conflict when it was
// stopped or is not as it was read.
func (s *Store) DiscardTimer(ctx context.Context, w domain.ID, running timelog.Entry) (err error) {
	defer core.Wrap(&err, "DiscardTimer", w, running.ID)
	gone := errors.New("the timer is gone")
	timer, mark := s.discardTimer(w, running)
	actions := append(s.AuditEntryActions(ctx, w, timelog.EntryChange{Before: &running}),
		timer.Or(ErrTimerChanged).OrIfAbsent(gone), mark.Or(ErrTimerChanged))
	err = s.Table.Commit(ctx, append(actions, freeExternalID(w, running)...)...)
	if !errors.Is(err, gone) {
		return err
	}
	_, stopped, err := table.Get[timelog.Entry](ctx, s.Table, key.Entry(w, running.UserID, running.ID))
	if err == nil && stopped {
		return ErrTimerChanged
	}
	return err
}

// changeActions are the writes of one change. Each is conditional on what was read.
func (s *Store) changeActions(w domain.ID, c timelog.EntryChange, conflict error) []table.Action {
	var writes []table.Action
	switch {
	case c.Before == nil && c.After.Running():
		writes = []table.Action{table.Create(TimerItem(w, *c.After))}
	case c.Before == nil:
		writes = []table.Action{table.Create(EntryItem(w, *c.After)).Provided(s.isInPlaceOf(c.InPlaceOf))}
	case c.StopsTimer():
		writes = []table.Action{deleteTimer(w, *c.Before), table.Create(EntryItem(w, *c.After))}
	case c.DiscardsTimer():
		timer, mark := s.discardTimer(w, *c.Before)
		writes = []table.Action{timer, mark}
	case c.After == nil:
		writes = []table.Action{s.deleteEntry(w, *c.Before).Provided(EntryUnchanged(*c.Before))}
	case c.Before.Running():
		writes = []table.Action{table.Put(TimerItem(w, *c.After)).Provided(EntryUnchanged(*c.Before))}
	default:
		writes = []table.Action{table.Put(EntryItem(w, c.After.LeavingDay(*c.Before))).Provided(EntryUnchanged(*c.Before))}
	}
	for i := range writes {
		writes[i] = writes[i].Or(conflict)
	}
	return writes
}

// isInPlaceOf holds while the deletion mark of an entry is as it was read; nil is none, or one that has expired.
func (s *Store) isInPlaceOf(deleted *domain.DeletionMark) expression.ConditionBuilder {
	if deleted == nil {
		return table.Unmarked(s.Instant().Time)
	}
	return table.MarkedAt(deleted.Moment)
}

// guardActions raise the overlap guards from the numbers that were read.
func guardActions(w domain.ID, guards map[domain.ID]int64) (actions []table.Action) {
	for u, n := range guards {
		actions = append(actions, RaiseOverlapGuard(w, u, n))
	}
	return actions
}

// watchActions make the watch of the timers due if one of the changes makes a timer
// start early.
func (s *Store) watchActions(w domain.ID, changes []timelog.EntryChange) []table.Action {
	now := s.Instant()
	startsEarly := func(c timelog.EntryChange) bool { return c.After.Running() && c.After.StartsEarly(c.Before, now) }
	if slices.ContainsFunc(changes, startsEarly) {
		return []table.Action{wakeTimerWatch(w, now)}
	}
	return nil
}

// commitFirstUses sets the marks of first use, each once, in parallel transactions where
// one is not enough.
func (s *Store) commitFirstUses(ctx context.Context, marks []table.Action) error {
	slices.SortFunc(marks, func(a, b table.Action) int { return a.Key().Compare(b.Key()) })
	marks = slices.CompactFunc(marks, func(a, b table.Action) bool { return a.Key() == b.Key() })
	group, ctx := errgroup.WithContext(ctx)
	for part := range slices.Chunk(marks, table.MaxActions) {
		group.Go(func() error { return s.Table.Commit(ctx, part...) })
	}
	return group.Wait()
}

// EntryItem is the item of a finished entry.
func EntryItem(w domain.ID, e timelog.Entry) table.Item {
	return withIndexKeys(table.Encode(key.Entry(w, e.UserID, e.ID), e), w, e)
}

// TimerItem is the item of a running timer. A user's timer has one fixed key per workspace,
// so there cannot be two. It has the attributes and index keys of the entry that it will
// become.
func TimerItem(w domain.ID, e timelog.Entry) table.Item {
	return withIndexKeys(table.Encode(key.Timer(w, e.UserID), e), w, e)
}

// withIndexKeys adds an entry or a timer to the three indexes.
func withIndexKeys(it table.Item, w domain.ID, e timelog.Entry) table.Item {
	it[dynamo.AttrLSK] = table.StringValue(key.StartLSK(e.StartedAt, e.ID))
	it[dynamo.AttrG1] = table.StringValue(key.WorkspacePK(w))
	if e.ProjectID != "" {
		it[dynamo.AttrG2] = table.StringValue(key.ProjectTimePK(w, e.ProjectID))
	}
	return it
}

// storedKey is the key of an entry, or of a running timer.
func storedKey(w domain.ID, e timelog.Entry) table.Key {
	if e.Running() {
		return key.Timer(w, e.UserID)
	}
	return key.Entry(w, e.UserID, e.ID)
}

// AttrStamp is the stamp of an entry. A submission sets it without a new version
// of the entry.
var AttrStamp = core.Attribute[timelog.Entry]("Stamp")

// isEntry holds while the item is that entry.
func isEntry(id domain.ID) expression.ConditionBuilder {
	return core.Field[timelog.Entry]("ID").Equal(expression.Value(string(id)))
}

// AttrHold is the hold of an entry. A billing job sets it without a new version of the entry.
var AttrHold = core.Attribute[timelog.Entry]("HeldBy")

// EntryUnchanged holds while an entry or a timer is as it was read, and neither a
// submission has claimed it since nor a billing job holds it.
func EntryUnchanged(e timelog.Entry) expression.ConditionBuilder {
	stamp := ""
	if e.Stamp != nil {
		stamp = e.Stamp.String()
	}
	return expression.And(isEntry(e.ID), table.AtVersion(e.Version), sameText(AttrStamp, stamp),
		sameText(AttrHold, string(e.HeldBy)))
}

// InvoiceUnchanged holds while what decides on the invoice of a finished entry is as it was read. The stamp does not:
// an entry may be submitted while it is invoiced.
func InvoiceUnchanged(e timelog.Entry) expression.ConditionBuilder {
	return expression.And(isEntry(e.ID), table.AtVersion(e.Version), sameText(AttrHold, string(e.HeldBy)),
		sameText(core.Attribute[timelog.Entry]("ProjectID"), string(e.ProjectID)))
}

// sameText holds while an attribute has the text; it is not there for the empty one.
func sameText(attribute, text string) expression.ConditionBuilder {
	if text == "" {
		return expression.Name(attribute).AttributeNotExists()
	}
	return expression.Name(attribute).Equal(expression.Value(text))
}
