package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// uniqueRecords is how records of a kind with unique names and external ids are stored.
type uniqueRecords[T any] struct {
	kind   uniqueKind
	key    func(w, id domain.ID) table.Key
	item   func(w domain.ID, record T) table.Item
	id     func(record T) domain.ID
	guards func(w domain.ID, record T) guards
}

var (
	clientRecords = uniqueRecords[domain.Client]{
		uniqueClients, clientKey, clientItem, func(c domain.Client) domain.ID { return c.ID }, clientGuards,
	}
	projectRecords = uniqueRecords[domain.Project]{
		uniqueProjects, projectKey, projectItem, func(p domain.Project) domain.ID { return p.ID }, projectGuards,
	}
	taskRecords = uniqueRecords[domain.Task]{
		uniqueTasks, taskKey, taskItem, func(t domain.Task) domain.ID { return t.ID }, taskGuards,
	}
	tagRecords = uniqueRecords[domain.Tag]{
		uniqueTags, tagKey, tagItem, func(g domain.Tag) domain.ID { return g.ID }, tagGuards,
	}
)

// maxGuardReads bounds how often a guard is read whose record changes at the same time.
const maxGuardReads = 3

// byExternalID reads the record with an external id; nil when there is none.
func (u uniqueRecords[T]) byExternalID(ctx context.Context, s *Store, w domain.ID, x domain.ExternalID) (*T, error) {
	for range maxGuardReads {
		at := externalIDKey(w, string(u.kind), x)
		holder, held, err := table.Get[guardHolder](ctx, s.table, at)
		if err != nil || !held {
			return nil, err
		}
		record, ok, err := table.Get[T](ctx, s.table, u.key(w, holder.ID))
		if err != nil || ok && u.guards(w, record)[1].key == at {
			return &record, err
		}
	}
	return nil, nil // it is about to be made, or was given up
}

// attrExternalID is the external id of a record.
const attrExternalID = "ext"

// ClientByExternalID reads the client with an external id; nil when there is none.
func (s *Store) ClientByExternalID(ctx context.Context, w domain.ID, x domain.ExternalID) (*domain.Client, error) {
	return clientRecords.byExternalID(ctx, s, w, x)
}

// ProjectByExternalID reads the project with an external id, and a user's access to it;
// nil when there is none.
func (s *Store) ProjectByExternalID(ctx context.Context, w, u domain.ID, x domain.ExternalID) (*domain.ProjectAccess, error) {
	p, err := projectRecords.byExternalID(ctx, s, w, x)
	if err != nil || p == nil {
		return nil, err
	}
	mine, ok, err := table.Get[domain.ProjectMember](ctx, s.table, projectMemberKey(w, p.ID, u))
	if !ok {
		return &domain.ProjectAccess{Project: *p}, err
	}
	return &domain.ProjectAccess{Project: *p, Membership: &mine}, err
}

// TaskByExternalID reads the task with an external id, of any project; nil when there is
// none.
func (s *Store) TaskByExternalID(ctx context.Context, w domain.ID, x domain.ExternalID) (*domain.Task, error) {
	return taskRecords.byExternalID(ctx, s, w, x)
}

// TagByExternalID reads the tag with an external id; nil when there is none.
func (s *Store) TagByExternalID(ctx context.Context, w domain.ID, x domain.ExternalID) (*domain.Tag, error) {
	return tagRecords.byExternalID(ctx, s, w, x)
}

// Found is what the table has for a candidate; nil is no record.
type Found[T any] struct{ ByName, ByExternalID *T }

// ErrBeingMade reports that another request makes, changes or deletes records with the
// same names or external ids. The caller may look for them again.
var ErrBeingMade = problem.Conflict(problem.WriteRace, "Another request writes records with these names or external ids. Try again.")

// FindClients finds the clients with the names and external ids of the candidates, in
// their order. Errors: ErrBeingMade.
func (s *Store) FindClients(ctx context.Context, w domain.ID, candidates []domain.Client) ([]Found[domain.Client], error) {
	return clientRecords.find(ctx, s, w, candidates)
}

// FindProjects is FindClients for projects. Names are compared among those of the same
// client.
func (s *Store) FindProjects(ctx context.Context, w domain.ID, candidates []domain.Project) ([]Found[domain.Project], error) {
	return projectRecords.find(ctx, s, w, candidates)
}

// FindTasks is FindClients for tasks. Names are compared among those of the same
// project.
func (s *Store) FindTasks(ctx context.Context, w domain.ID, candidates []domain.Task) ([]Found[domain.Task], error) {
	return taskRecords.find(ctx, s, w, candidates)
}

// FindTags is FindClients for tags.
func (s *Store) FindTags(ctx context.Context, w domain.ID, candidates []domain.Tag) ([]Found[domain.Tag], error) {
	return tagRecords.find(ctx, s, w, candidates)
}

// find reads the guards of the candidates, then the records that hold them: two
// rounds of batch reads.
func (u uniqueRecords[T]) find(ctx context.Context, s *Store, w domain.ID, candidates []T) ([]Found[T], error) {
	var keys []table.Key
	for _, record := range candidates {
		keys = append(keys, u.guards(w, record).keys()...)
	}
	held, err := s.table.BatchGet(ctx, keys...)
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
		found[i] = Found[T]{ByName: holders[all[0].key], ByExternalID: holders[all[1].key]}
	}
	return found, nil
}

// freeExternalIDs are the guards of external ids that no record has, of candidates whose names
// other records have.
func (u uniqueRecords[T]) freeExternalIDs(w domain.ID, candidates []T, held table.Items) (free []table.Key) {
	for _, record := range candidates {
		all := u.guards(w, record)
		if !all[1].isZero() && held.Has(all[0].key) && !held.Has(all[1].key) {
			free = append(free, all[1].key)
		}
	}
	return free
}

// holders reads the records that hold guards, by the keys of all guards of each record. The
// reads are no snapshot. So a record counts for all its guards, also for one that is missing in
// held, and guards that were free are read again with the records. Errors: ErrBeingMade for a
// guard whose record is not there or has another value, because a record can have its guard
// before it is made, and for a guard that is no longer free.
func (u uniqueRecords[T]) holders(ctx context.Context, s *Store, w domain.ID, held table.Items, free []table.Key) (map[table.Key]*T, error) {
	at := make(map[table.Key]table.Key, len(held)) // of the record, by the guard
	keys := free
	for k, it := range held {
		holder, err := table.Decode[guardHolder](it)
		if err != nil {
			return nil, err
		}
		at[k] = u.key(w, holder.ID)
		keys = append(keys, at[k])
	}
	f, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	records := make(map[table.Key]*T, len(held))
	for k := range held {
		record, err := table.LookupOrNil[T](f, at[k])
		if err != nil {
			return nil, err
		}
		if record == nil || !u.guards(w, *record).has(k) {
			return nil, ErrBeingMade
		}
		for _, of := range u.guards(w, *record).keys() {
			records[of] = record
		}
	}
	if slices.ContainsFunc(free, func(k table.Key) bool { return f.Has(k) && records[k] == nil }) {
		return nil, ErrBeingMade
	}
	return records, nil
}
