package peopledb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// An app that a workspace registered is kept with the workspace. A pointer leads to it from the id that it presents.

// OAuthClientPointer leads from an id to the OAuth client of a workspace.
type OAuthClientPointer struct {
	ID          domain.ID `db:"id"`
	WorkspaceID domain.ID `db:"wid"`
}

var errTooManyClients = problem.Conflict(problem.LimitReached,
	"The workspace has registered as many apps as one may have. Delete one first.")

// CreateOAuthClient registers an app, unless its workspace has as many as one may have. Errors: conflict with
// limit_reached.
func (s *Store) CreateOAuthClient(ctx context.Context, c people.OAuthClient, most int,
	r domain.ReplayRecord) (err error) {
	defer core.Wrap(&err, "CreateOAuthClient", c.ID)
	counted := core.ClientsNow.Raise(key.Workspace(c.WorkspaceID)).Provided(core.WorkspaceExists).Provided(
		core.ClientsNow.Below(most)).Or(errTooManyClients)
	actions := append(s.RememberActions(r),
		table.Create(table.Encode(key.OAuthClient(c.WorkspaceID, c.ID), c)),
		table.Create(table.Encode(key.OAuthClientPointer(c.ID), OAuthClientPointer{c.ID, c.WorkspaceID})),
		counted,
	)
	return s.Table.Commit(ctx, append(actions,
		s.AuditActions(ctx, c.WorkspaceID, audit.OAuthClientChange(nil, &c))...)...)
}

// OAuthClient reads the OAuth client of a workspace. Errors: not_found.
func (s *Store) OAuthClient(ctx context.Context, w, id domain.ID) (_ people.OAuthClient, err error) {
	defer core.Wrap(&err, "OAuthClient", w, id)
	return table.GetExisting[people.OAuthClient](ctx, s.Table, key.OAuthClient(w, id))
}

// FindOAuthClient finds an OAuth client by its id alone; ok is false when there is none, or when its maker proved their
// address since they made it.
func (s *Store) FindOAuthClient(ctx context.Context, id domain.ID) (c people.OAuthClient, ok bool, err error) {
	defer core.Wrap(&err, "FindOAuthClient", id)
	pointer, ok, err := table.Get[OAuthClientPointer](ctx, s.Table, key.OAuthClientPointer(id))
	if err != nil || !ok {
		return c, false, err
	}
	c, ok, err = table.Get[people.OAuthClient](ctx, s.Table, key.OAuthClient(pointer.WorkspaceID, id))
	if err != nil || !ok {
		return c, false, err
	}
	isVoid, err := core.HasProved(ctx, s.Table, c.UnprovenMaker)
	return c, err == nil && !isVoid, err
}

// OAuthClients lists the OAuth clients of a workspace by id. Errors: validation with cursor_invalid.
func (s *Store) OAuthClients(
	ctx context.Context, w domain.ID, p table.PageRequest,
) (_ table.Page[people.OAuthClient], err error) {
	defer core.Wrap(&err, "OAuthClients", w)
	r := table.PrefixRange(table.Base, key.WorkspacePK(w), key.OAuthClientPrefix)
	return table.List[people.OAuthClient](ctx, s.Table, r, p, nil)
}

// ChangeOAuthClient writes an OAuth client in place of what was read. Errors: conflict when it was changed
// concurrently.
func (s *Store) ChangeOAuthClient(ctx context.Context, was, now people.OAuthClient) (err error) {
	defer core.Wrap(&err, "ChangeOAuthClient", was.ID)
	changed := table.Replace(table.Encode(key.OAuthClient(now.WorkspaceID, now.ID), now), was.Version)
	return s.Table.Commit(ctx, append(s.AuditActions(ctx, now.WorkspaceID, audit.OAuthClientChange(&was, &now)),
		changed)...)
}

// DeleteOAuthClient deletes an OAuth client that was read. The grants of the app are void from then on. Errors:
// conflict when it was changed concurrently.
func (s *Store) DeleteOAuthClient(ctx context.Context, c people.OAuthClient) (err error) {
	defer core.Wrap(&err, "DeleteOAuthClient", c.ID)
	return s.Table.Commit(ctx, append(s.AuditActions(ctx, c.WorkspaceID, audit.OAuthClientChange(&c, nil)),
		table.Delete(key.OAuthClient(c.WorkspaceID, c.ID)).Provided(table.AtVersion(c.Version)),
		table.Delete(key.OAuthClientPointer(c.ID)),
		core.ClientsNow.Lower(key.Workspace(c.WorkspaceID)))...)
}
