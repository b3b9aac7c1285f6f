package access

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/wire"
)

// OtherWorkspaces looks into the other workspaces of a user.
type OtherWorkspaces interface {
	// InOtherWorkspace reports whether one of the ids is visible to the user in another workspace of theirs.
	InOtherWorkspace(ctx context.Context, here, user domain.ID, unknown store.UnknownRefs) (bool, error)
}

var _ OtherWorkspaces = (*store.Store)(nil)

// CheckUnknownRefs judges the ids in a query or a body that name nothing in the workspace of the request
// (docs/interface.md, References): it makes the issues those of a workspace_mismatch if one of the unknown ids names
// a record in another workspace of the caller. It reads nothing without unknown ids. The caller has added an issue
// for each of them.
func CheckUnknownRefs(
	ctx context.Context, s OtherWorkspaces, c auth.Caller, unknown store.UnknownRefs, issues *wire.Issues,
) error {
	if unknown.IsEmpty() {
		return nil
	}
	found, err := s.InOtherWorkspace(ctx, c.WorkspaceID(), c.User.ID, unknown)
	if found {
		issues.SetWorkspaceMismatch()
	}
	return err
}
