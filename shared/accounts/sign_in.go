package accounts

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// sessionStore keeps sessions and reads the memberships that decide about their
// active workspace.
type sessionStore interface {
	// OpenSession writes a new session.
	OpenSession(ctx context.Context, x domain.Session) error
	// Membership reads a user's membership of a workspace, whatever its state; ok is
	// false when there is none.
	Membership(ctx context.Context, user, workspace domain.ID) (m domain.Membership, ok bool, err error)
	// Memberships lists a user's active memberships, oldest first.
	Memberships(ctx context.Context, user domain.ID) ([]domain.Membership, error)
	// SetLastActive records the workspace that was active last; "" is none.
	SetLastActive(ctx context.Context, user, workspace domain.ID) error
}

// SignedIn is a user with their new session.
type SignedIn struct {
	User      domain.User
	Session   domain.Session
	Workspace *ActiveWorkspace // active in the session; nil: none
}

// OpenSession opens a session for a user who has proved who they are. Errors:
// unauthorized for a disabled account.
func (s *Service) OpenSession(ctx context.Context, r *route.Request, u domain.User, by domain.SignInMethod) (SignedIn, error) {
	if u.Disabled() {
		return SignedIn{}, problem.New(problem.CodeUnauthorized)
	}
	workspace, err := s.activeWorkspaceAtSignIn(ctx, u)
	if err != nil {
		return SignedIn{}, err
	}
	signedIn := SignedIn{User: u, Session: NewSession(r, u, by, workspace.id()), Workspace: workspace}
	if err := s.store.OpenSession(ctx, signedIn.Session); err != nil {
		return signedIn, err
	}
	s.AfterSignIn(ctx, u)
	return signedIn, nil
}
