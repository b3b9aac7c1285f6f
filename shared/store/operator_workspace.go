package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// Workspace reads a workspace, also a deleted one. Errors: not_found.
func (s *Store) Workspace(ctx context.Context, w domain.ID) (domain.Workspace, error) {
	return table.GetExisting[domain.Workspace](ctx, s.table, workspaceKey(w))
}

// RestoreByOperator restores a deleted workspace. Errors: not_found;
// domain.ErrNotDeleted; domain.ErrPurgeBegun; domain.ErrOwnerHasNoAccount; conflict when
// it was changed concurrently.
func (s *Store) RestoreByOperator(ctx context.Context, id domain.ID) error {
	was, err := s.Workspace(ctx, id)
	if err != nil {
		return err
	}
	now, err := was.RestoreByOperator()
	if err != nil {
		return err
	}
	return s.restore(ctx, was, now, becomeOwner(now.OwnerID).Or(domain.ErrOwnerHasNoAccount))
}

// PurgeByOperator makes the purge of a workspace due at once and queues it for the
// worker. One that is in use is deleted with inUse only. The items of a workspace that
// was not completely brought back are purged too. Errors: not_found; domain.ErrInUse;
// domain.ErrPurgeBegun; conflict when it was changed concurrently.
func (s *Store) PurgeByOperator(ctx context.Context, id domain.ID, inUse bool) error {
	was, err := s.Workspace(ctx, id)
	if problem.Is(err, problem.CodeNotFound) {
		return s.purgeCopy(ctx, id)
	}
	if err != nil {
		return err
	}
	now, err := was.PurgeByOperator(inUse, s.instant())
	if err != nil {
		return err
	}
	return s.table.Commit(ctx, append(s.auditActions(ctx, id, domain.AuditWorkspaceAct(domain.AuditWorkspacePurged, was, now)),
		replaceWorkspace(was, now),
		enqueuePurge(now))...)
}

// purgeCopy queues the purge of what an interrupted BringBack left. Errors: not_found
// when there is no such copy; conflict when it was completed concurrently.
func (s *Store) purgeCopy(ctx context.Context, id domain.ID) error {
	begun, err := s.CopyBegun(ctx, id)
	if err != nil {
		return err
	}
	abandoned := domain.AbandonedCopy(id, s.instant())
	return s.table.Commit(ctx,
		table.Create(table.Encode(workspaceKey(id), abandoned)),
		table.Delete(bringBackKey(id)).Provided(begun.unchanged()),
		enqueuePurge(abandoned))
}
