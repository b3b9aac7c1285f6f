package accounts

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"stint/shared/auth/opaque"
	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/route"
)

// RefreshCookie is the cookie that carries the refresh token.
const RefreshCookie = "stint_refresh"

// NewSession makes a session for the client of the request, whose user has just proved
// who they are. workspace is the active one; "" for none.
func NewSession(r *route.Request, u people.User, by people.SignInMethod, workspace domain.ID) people.Session {
	session := people.Session{
		ID: domain.NewID(), UserID: u.ID, WorkspaceID: workspace, RotatedAt: r.Now, Epoch: u.Epoch,
		AccessEpoch: u.AccessEpoch, UserAgent: userAgentOf(r), CreatedAt: r.Now, Network: domain.NetworkOf(r.ClientAddress()),
	}
	return session.ProvedNow(by, r.Now)
}

// maxUserAgent is the longest User-Agent that is kept, in characters.
const maxUserAgent = 200

// userAgentOf is the shortened User-Agent. It helps users to recognise their sessions
// and is shown only to them.
func userAgentOf(r *route.Request) string {
	agent := []rune(strings.ToValidUTF8(r.Header("User-Agent"), ""))
	return string(agent[:min(len(agent), maxUserAgent)])
}

// Preparation makes what a session is answered with, before the session is written. So a failure uses up nothing that
// the caller sent, such as a code, a mailed token, or the refresh token before.
type Preparation func(ctx context.Context, r *route.Request, in *SignedIn) error

// PrepareCookie makes a cookie that scripts cannot read, with the refresh token. Errors: service_unavailable.
func (s *Service) PrepareCookie(ctx context.Context, r *route.Request, in *SignedIn) error {
	x := in.Session
	value, err := s.refresh.Encode(ctx, opaque.RefreshToken{UserID: x.UserID, SessionID: x.ID, WorkspaceID: x.WorkspaceID,
		Generation: x.Generation})
	in.cookie = s.newRefreshCookie(value)
	in.cookie.MaxAge = int(r.Now.SecondsUntil(x.ExpiresAt()))
	return err
}

// Send sends what was prepared, once the session is written: its cookie, and the answer that the issuer made.
func (in SignedIn) Send(r *route.Request) SessionAnswer {
	r.SetCookie(in.cookie)
	return in.answer
}

// ClearRefreshCookie makes the browser delete the refresh token.
func (s *Service) ClearRefreshCookie(r *route.Request) {
	cookie := s.newRefreshCookie("")
	cookie.MaxAge = -1
	r.SetCookie(cookie)
}

func (s *Service) newRefreshCookie(value string) *http.Cookie {
	return &http.Cookie{
		Name: RefreshCookie, Value: value, Path: s.config.PublicPath() + "/api/auth",
		HttpOnly: true, Secure: s.config.Secure(), SameSite: http.SameSiteLaxMode,
	}
}

// afterSignIn does what follows a new session: the account remembers the network, and
// its oldest sessions end when it has too many. Failures do not fail the sign-in; the
// next one tries again.
func (s *Service) afterSignIn(ctx context.Context, u people.User) {
	var group sync.WaitGroup
	group.Go(func() { s.RememberNetwork(ctx, u) })
	group.Go(func() {
		if keep := s.config.Limits.Sessions; keep > 0 {
			_ = s.store.EndOldestSessions(ctx, u, keep)
		}
	})
	group.Wait()
}

// SessionIssuer makes the access token and the refresh cookie of a session. Only
// families that may use the signing key have one.
type SessionIssuer struct {
	service *Service
	issuer  *token.Issuer
}

// NewSessionIssuer makes a session issuer.
func NewSessionIssuer(s *Service, issuer *token.Issuer) *SessionIssuer {
	return &SessionIssuer{s, issuer}
}

// Prepare makes the credentials of a session: the access token in the answer, and the refresh token in a cookie.
// Errors: service_unavailable.
func (i *SessionIssuer) Prepare(ctx context.Context, r *route.Request, in *SignedIn) (err error) {
	if in.answer, err = i.IssueAccessToken(ctx, r, *in, r.Now.Add(token.AccessTTL)); err != nil {
		return err
	}
	return i.service.PrepareCookie(ctx, r, in)
}

// IssueAccessToken makes the answer with an access token that expires at the given
// time. The refresh token stays as it is.
func (i *SessionIssuer) IssueAccessToken(ctx context.Context, r *route.Request, signedIn SignedIn,
	until time.Time) (SessionAnswer, error) {
	access, err := i.issuer.Issue(ctx, token.Claims{
		Subject: signedIn.User.ID, SessionID: signedIn.Session.ID, WorkspaceID: signedIn.Session.WorkspaceID,
		ExpiresAt: until,
		AuthTime:  signedIn.Session.AuthTime().Time,
	})
	if err != nil {
		return SessionAnswer{}, err
	}
	return SessionAnswer{
		AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(until.Sub(r.Now.Time) / time.Second),
		User: UserAnswerOf(signedIn.User), Workspace: signedIn.Workspace,
	}, nil
}

// ActiveWorkspace is the workspace that is active in the session.
type ActiveWorkspace struct {
	ID   domain.ID   `json:"id"`
	Name domain.Name `json:"name"`
	Role people.Role `json:"role"` // of the user
}

// ActiveWorkspaceOf shows the workspace of a membership.
func ActiveWorkspaceOf(m people.Membership) *ActiveWorkspace {
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

// activeWorkspaceAtSignIn reads what people.ActiveWorkspaceAtSignIn needs and applies
// it; nil is none. Usually the workspace that was last active is still there, so it
// is read first, and all memberships only without it. A workspace other than the last
// active one is recorded as the last active.
func (s *Service) activeWorkspaceAtSignIn(ctx context.Context, u people.User) (*ActiveWorkspace, error) {
	workspace, err := s.FindActiveWorkspace(ctx, u.ID, u.LastWorkspaceID)
	if err != nil || workspace != nil {
		return workspace, err
	}
	memberships, err := s.store.Memberships(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	if chosen, ok := people.ActiveWorkspaceAtSignIn(u.LastWorkspaceID, memberships); ok {
		workspace = ActiveWorkspaceOf(chosen)
	}
	if workspace.id() != u.LastWorkspaceID {
		_ = s.store.SetLastActive(ctx, u.ID, workspace.id()) // a failure only costs the next sign-in the same reads
	}
	return workspace, nil
}

// SessionAnswer is the answer of every sign-in.
//
//openapi:schema SignedIn
type SessionAnswer struct {
	AccessToken string           `json:"access_token"` // The bearer token for the next 15 minutes.
	TokenType   string           `json:"token_type"`   // Always Bearer.
	ExpiresIn   int64            `json:"expires_in"`   // seconds until the access token expires
	User        UserAnswer       `json:"user"`         // The user.
	Workspace   *ActiveWorkspace `json:"workspace"`    // null: none is active
}

// UserAnswer is the user's own account.
type UserAnswer struct {
	ID    domain.ID    `json:"id"`
	Email domain.Email `json:"email"`
	// Whether the user proved that the address is theirs.
	EmailVerified     bool             `json:"email_verified"`
	DisplayName       domain.Name      `json:"display_name"`
	PreferredLanguage *domain.Language `json:"preferred_language"`
	CreatedAt         domain.Instant   `json:"created_at"`
	route.Versioned
}

// UserAnswerOf shows an account to its user.
func UserAnswerOf(u people.User) UserAnswer {
	answer := UserAnswer{
		ID: u.ID, Email: u.Email, EmailVerified: u.EmailVerified, DisplayName: u.DisplayName,
		CreatedAt: u.CreatedAt, Versioned: route.Versioned{Version: u.Version},
	}
	if u.Language != "" {
		answer.PreferredLanguage = &u.Language
	}
	return answer
}
