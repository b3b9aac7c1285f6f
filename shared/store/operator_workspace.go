package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// Workspace reads a workspace, also a deleted one. Errors: not_found.
func (s *Store) Workspace(ctx context.Context, w domain.ID) (domain.Workspace, error) {
	return table.GetExisting[domain.Workspace](ctx, s.table, workspaceKey(w))
}

// RestoreByOperator restores a deleted workspace. Errors: not_found;
// domain.ErrNotDeleted; domain.ErrPurgeBegun; conflict when it was changed concurrently.
func (s *Store) RestoreByOperator(ctx context.Context, id domain.ID) error {
	was, err := s.Workspace(ctx, id)
	if err != nil {
		return err
	}
	now, err := was.RestoreByOperator()
	if err != nil {
		return err
	}
	restored := table.Replace(table.Encode(workspaceKey(id), now), was.Version)
	return s.table.Commit(ctx, append(s.operatorActions(ctx, id, domain.OperatorRestored, id), restored)...)
}

// PurgeByOperator makes the purge of a workspace due at once and queues it for the
// worker. One that is in use is deleted with inUse only. Errors: not_found;
// domain.ErrInUse; domain.ErrPurgeBegun; conflict when it was changed concurrently.
func (s *Store) PurgeByOperator(ctx context.Context, id domain.ID, inUse bool) error {
	was, err := s.Workspace(ctx, id)
	if err != nil {
		return err
	}
	at := s.instant()
	now, err := was.PurgeByOperator(inUse, at)
	if err != nil {
		return err
	}
	purge := domain.Work{ID: domain.NewID(), Kind: domain.WorkPurge, WorkspaceID: id, TargetID: id, CreatedAt: at}
	return s.table.Commit(ctx, append(s.operatorActions(ctx, id, domain.OperatorPurged, id),
		table.Replace(table.Encode(workspaceKey(id), now), was.Version),
		enqueue(purge, at))...)
}
