package projectdb

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// What clients, projects, tasks and tags have in common: a name and an external id that are
// unique.

// uniqueRecords is how records of a kind with unique names and external ids are stored.
type uniqueRecords[T any] struct {
	kind   uniqueKind
	key    func(w, id domain.ID) table.Key
	item   func(w domain.ID, record T) table.Item
	id     func(record T) domain.ID
	guards func(w domain.ID, record T) guards
	// changed are the attributes that a change writes. The rest never changes, or other writes count or mark it.
	changed []string
	// event tells the audit log of a change; nil for tasks and tags, whose changes are not audited
	event func(was, now *T) audit.Event
}

// audit are the writes that tell the audit log of a change. A nil state is a record that is not there.
func (u uniqueRecords[T]) audit(ctx context.Context, s *Store, w domain.ID, was, now *T) []table.Action {
	if u.event == nil {
		return nil
	}
	return s.AuditActions(ctx, w, u.event(was, now))
}

// auditMade is audit for new records.
func (u uniqueRecords[T]) auditMade(ctx context.Context, s *Store, w domain.ID, all []T) []table.Action {
	if u.event == nil {
		return nil
	}
	events := make([]audit.Event, len(all))
	for i := range all {
		events[i] = u.event(nil, &all[i])
	}
	return s.AuditActions(ctx, w, events...)
}

// create makes a record, with what else its creation does. Errors: domain.ErrReplayExists,
// validation when the name is taken, domain.ErrExternalIDTaken.
func (u uniqueRecords[T]) create(
	ctx context.Context, s *Store, w domain.ID, record T, r domain.ReplayRecord, more ...table.Action,
) error {
	actions := append(s.RememberActions(r), table.Create(u.item(w, record)))
	return s.Table.Commit(ctx, slices.Concat(actions, u.guards(w, record).claim(u.id(record)), more,
		u.audit(ctx, s, w, nil, &record))...)
}

// change writes a record in place of the version that was read, with what else the change does. Errors: conflict when
// it was changed or deleted concurrently, and as create.
func (u uniqueRecords[T]) change(
	ctx context.Context, s *Store, w domain.ID, was, now T, version int64, more ...table.Action,
) error {
	changed := table.UpdateAttributes(u.item(w, now), version, u.changed...)
	return s.Table.Commit(ctx, slices.Concat([]table.Action{changed}, u.guards(w, was).move(u.id(now), u.guards(w, now)),
		more, u.audit(ctx, s, w, &was, &now))...)
}

// delete carries out the delete of a record, with what else it does, and frees its name and its external id.
func (u uniqueRecords[T]) delete(
	ctx context.Context, s *Store, w domain.ID, record T, gone table.Action, more ...table.Action,
) error {
	return s.Table.Commit(ctx, slices.Concat([]table.Action{gone}, u.guards(w, record).release(), more,
		u.audit(ctx, s, w, &record, nil))...)
}

// byExternalID reads the record with an external id; nil when there is none.
func (u uniqueRecords[T]) byExternalID(ctx context.Context, s *Store, w domain.ID, x domain.ExternalID) (*T, error) {
	for range core.MaxGuardReads {
		at := key.ExternalID(w, string(u.kind), x)
		holder, held, err := table.Get[core.GuardHolder](ctx, s.Table, at)
		if err != nil || !held {
			return nil, err
		}
		record, ok, err := table.Get[T](ctx, s.Table, u.key(w, holder.ID))
		if err != nil || ok && u.guards(w, record).externalID.key == at {
			return &record, err
		}
	}
	return nil, nil // it is about to be made, or was given up
}

// Found is what the table has for a candidate; nil is no record.
type Found[T any] struct{ ByName, ByExternalID *T }

// ErrBeingMade reports that another request makes, changes or deletes records with the
// same names or external ids. The caller may look for them again.
var ErrBeingMade = problem.Conflict(problem.WriteRace,
	"Another request writes records with these names or external ids. Try again.")

// find finds the records with the names and external ids of candidates, in their order. It
// reads the guards of the candidates, then the records that hold them: two rounds of batch
// reads. Errors: ErrBeingMade.
func (u uniqueRecords[T]) find(ctx context.Context, s *Store, w domain.ID, candidates []T) ([]Found[T], error) {
	var keys []table.Key
	for _, record := range candidates {
		keys = append(keys, u.guards(w, record).unique()...)
	}
	held, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	holders, err := u.holders(ctx, s, w, held, u.freeExternalIDs(w, candidates, held))
	if err != nil {
		return nil, err
	}
	found := make([]Found[T], len(candidates))
	for i, record := range candidates {
		all := u.guards(w, record)
		found[i] = Found[T]{ByName: holders[all.name.key], ByExternalID: holders[all.externalID.key]}
	}
	return found, nil
}

// freeExternalIDs are the guards of external ids that no record has, of candidates whose names
// other records have.
func (u uniqueRecords[T]) freeExternalIDs(w domain.ID, candidates []T, held table.Items) (free []table.Key) {
	for _, record := range candidates {
		all := u.guards(w, record)
		if x := all.externalID; !x.isZero() && held.Has(all.name.key) && !held.Has(x.key) {
			free = append(free, x.key)
		}
	}
	return free
}

// holders reads the records that hold guards, by the keys of all guards of each record. The
// reads are no snapshot. So a record counts for all its guards, also for one that is missing in
// held, and guards that were free are read again with the records. Errors: ErrBeingMade for a
// guard whose record is not there or has another value, because a record can have its guard
// before it is made, and for a guard that is no longer free.
func (u uniqueRecords[T]) holders(
	ctx context.Context, s *Store, w domain.ID, held table.Items, free []table.Key,
) (map[table.Key]*T, error) {
	at := make(map[table.Key]table.Key, len(held)) // of the record, by the guard
	keys := free
	for k, it := range held {
		holder, err := table.Decode[core.GuardHolder](it)
		if err != nil {
			return nil, err
		}
		at[k] = u.key(w, holder.ID)
		keys = append(keys, at[k])
	}
	f, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	records := make(map[table.Key]*T, len(held))
	for k := range held {
		record, err := table.LookupOrNil[T](f, at[k])
		if err != nil {
			return nil, err
		}
		if record == nil || !slices.Contains(u.guards(w, *record).unique(), k) {
			return nil, ErrBeingMade
		}
		for _, of := range u.guards(w, *record).unique() {
			records[of] = record
		}
	}
	if slices.ContainsFunc(free, func(k table.Key) bool { return f.Has(k) && records[k] == nil }) {
		return nil, ErrBeingMade
	}
	return records, nil
}
