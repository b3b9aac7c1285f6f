package store

import (
	"context"

	"stint/shared/domain"
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
