package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// notify queues a notice to an account. It belongs into the transaction of the change
// that the notice tells of.
func (s *Store) notify(kind domain.MailKind, u domain.ID) table.Action {
	now := s.instant()
	return enqueue(domain.NewNotice(kind, u, now), now)
}

// NoticeRecipient reads the account that a notice is for. Errors: not_found when the
// account is gone.
func (s *Store) NoticeRecipient(ctx context.Context, u domain.ID) (domain.User, error) {
	user, err := table.GetExisting[domain.User](ctx, s.table, profileKey(u))
	if err == nil && user.Deleted() {
		err = problem.NotFound()
	}
	return user, err
}

// DeletedWorkspace reads a deleted workspace. Errors: not_found when it was restored or
// nothing is left of it.
func (s *Store) DeletedWorkspace(ctx context.Context, id domain.ID) (domain.Workspace, error) {
	w, err := table.GetExisting[domain.Workspace](ctx, s.table, workspaceKey(id))
	if err == nil && !w.Deleted() {
		err = problem.NotFound()
	}
	return w, err
}
