package accounts

import (
	"context"
	"time"

	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/route"
)

// sessionStore open sessions.
type sessionStore interface {
	// OpenSession keeps a new session.
	OpenSession(ctx context.Context, x domain.Session) error
	// Membership reads a user's place in a workspace, whatever its state; ok is false when there is none.
	Membership(ctx context.Context, user, workspace domain.ID) (m domain.Membership, ok bool, err error)
	// Memberships lists a user's memberships that are in force, oldest first.
	Memberships(ctx context.Context, user domain.ID) ([]domain.Membership, error)
	// SetLastActive notes where a user was last active; "" is nowhere.
	SetLastActive(ctx context.Context, user, workspace domain.ID) error
}

// SignedIn is somebody who is in.
type SignedIn struct {
	User      domain.User
	Session   domain.Session
	Workspace *ActiveWorkspace // active in the session; nil: none
}

// OpenSession opens a session for somebody who has proved who they are.
func (s *Service) OpenSession(ctx context.Context, r *route.Request, u domain.User) (SignedIn, error) {
	workspace, err := s.activeWorkspaceAtSignIn(ctx, u)
	if err != nil {
		return SignedIn{}, err
	}
	signedIn := SignedIn{User: u, Session: NewSession(r, u, workspace.id()), Workspace: workspace}
	return signedIn, s.store.OpenSession(ctx, signedIn.Session)
}

// FindActiveWorkspace is a workspace that a session says is active; nil when the user is no
// member of it.
func (s *Service) FindActiveWorkspace(ctx context.Context, u, w domain.ID) (*ActiveWorkspace, error) {
	if w == "" {
		return nil, nil
	}
	m, ok, err := s.store.Membership(ctx, u, w)
	if err != nil || !ok || !m.Active() {
		return nil, err
	}
	return ActiveWorkspaceOf(m), nil
}

// activeWorkspaceAtSignIn is the workspace that becomes active at login: the one last
// active, else the oldest membership, else none (nil). Where it is another
// than before, that is noted, so that the next login need not look again.
func (s *Service) activeWorkspaceAtSignIn(ctx context.Context, u domain.User) (*ActiveWorkspace, error) {
	workspace, err := s.FindActiveWorkspace(ctx, u.ID, u.LastWorkspaceID)
	if err != nil || workspace != nil {
		return workspace, err
	}
	all, err := s.store.Memberships(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	if len(all) > 0 {
		workspace = ActiveWorkspaceOf(all[0])
	}
	if workspace.id() != u.LastWorkspaceID {
		_ = s.store.SetLastActive(ctx, u.ID, workspace.id()) // only spares the next login two reads
	}
	return workspace, nil
}

// SessionIssuer is a desk that also hands out access tokens. Only families that
// may sign have one.
type SessionIssuer struct {
	service *Service
	issuer  *token.Issuer
}

// NewSessionIssuer builds the reception of a desk.
func NewSessionIssuer(s *Service, issuer *token.Issuer) *SessionIssuer {
	return &SessionIssuer{s, issuer}
}

// Issue hands out the credentials of a session: the access token in the answer,
// the refresh token in a cookie that scripts cannot read.
func (i *SessionIssuer) Issue(ctx context.Context, r *route.Request, signedIn SignedIn) (SessionAnswer, error) {
	answer, err := i.IssueAccessToken(ctx, r, signedIn, r.Now.Add(token.AccessTTL))
	if err == nil {
		i.service.SetRefreshCookie(r, signedIn.Session)
	}
	return answer, err
}

// IssueAccessToken makes the answer with an access token that is good until then, and
// leaves the refresh token as it is.
func (i *SessionIssuer) IssueAccessToken(ctx context.Context, r *route.Request, signedIn SignedIn, until time.Time) (SessionAnswer, error) {
	access, err := i.issuer.Issue(ctx, token.Claims{
		Subject: signedIn.User.ID, SessionID: signedIn.Session.ID, WorkspaceID: signedIn.Session.WorkspaceID, ExpiresAt: until,
	})
	if err != nil {
		return SessionAnswer{}, err
	}
	return SessionAnswer{
		AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(until.Sub(r.Now.Time) / time.Second),
		User: UserAnswerOf(signedIn.User), Workspace: signedIn.Workspace,
	}, nil
}
