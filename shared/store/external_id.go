package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

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
