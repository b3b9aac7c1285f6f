package projects

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// checkClient adds an issue to the property unless the workspace has the
// client.
func (f *Family) checkClient(ctx context.Context, r *route.Request, property string, id domain.ID, issues *wire.Issues) error {
	_, err := f.store.Client(ctx, r.WorkspaceID(), id)
	if !problem.Is(err, problem.CodeNotFound) {
		return err
	}
	issues.Add(property, problem.ClientNotFound)
	return f.checkOtherWorkspace(ctx, r, store.UnknownRefs{Clients: []domain.ID{id}}, issues)
}

// checkOtherWorkspace adds workspace_mismatch to the issues if an unknown
// reference belongs to another workspace of the caller.
func (f *Family) checkOtherWorkspace(ctx context.Context, r *route.Request, unknown store.UnknownRefs, issues *wire.Issues) error {
	found, err := f.store.InOtherWorkspace(ctx, r.WorkspaceID(), r.User.ID, unknown)
	if found {
		issues.SetWorkspaceMismatch()
	}
	return err
}
