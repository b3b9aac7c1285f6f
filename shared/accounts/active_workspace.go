package accounts

import (
	"context"

	"stint/shared/domain"
)

// ActiveWorkspace is the workspace that is active in the session.
type ActiveWorkspace struct {
	ID   domain.ID   `json:"id"`
	Name domain.Name `json:"name"`
	Role domain.Role `json:"role"` // of the user
}

// ActiveWorkspaceOf shows the workspace of a membership.
func ActiveWorkspaceOf(m domain.Membership) *ActiveWorkspace {
	return &ActiveWorkspace{ID: m.Workspace.ID, Name: m.Workspace.Name, Role: m.Role()}
}

// id is the workspace's id; "" for none.
func (w *ActiveWorkspace) id() domain.ID {
	if w == nil {
		return ""
	}
	return w.ID
}

// FindActiveWorkspace finds the workspace w as the active one of the user u; nil when
// w is "", was deleted, or the user is not its member.
func (s *Service) FindActiveWorkspace(ctx context.Context, u, w domain.ID) (*ActiveWorkspace, error) {
	if w == "" {
		return nil, nil
	}
	m, ok, err := s.store.Membership(ctx, u, w)
	if err != nil || !ok || !m.Active() {
		return nil, err
	}
	if !m.Workspace.TimersWatched {
		_ = s.store.WatchTimers(ctx, m.Workspace.ID) // the next sign-in tries again
	}
	return ActiveWorkspaceOf(m), nil
}

// activeWorkspaceAtSignIn reads what domain.ActiveWorkspaceAtSignIn needs and applies
// it; nil is none. Usually the workspace that was last active is still there, so it
// is read first, and all memberships only without it. A workspace other than the last
// active one is recorded as the last active.
func (s *Service) activeWorkspaceAtSignIn(ctx context.Context, u domain.User) (*ActiveWorkspace, error) {
	workspace, err := s.FindActiveWorkspace(ctx, u.ID, u.LastWorkspaceID)
	if err != nil || workspace != nil {
		return workspace, err
	}
	memberships, err := s.store.Memberships(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	if chosen, ok := domain.ActiveWorkspaceAtSignIn(u.LastWorkspaceID, memberships); ok {
		workspace = ActiveWorkspaceOf(chosen)
	}
	if workspace.id() != u.LastWorkspaceID {
		_ = s.store.SetLastActive(ctx, u.ID, workspace.id()) // a failure only costs the next sign-in the same reads
	}
	return workspace, nil
}
