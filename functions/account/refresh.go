package account

import (
	"context"
	"time"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/refresh"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type refreshInput struct {
	Body struct {
		WorkspaceID wire.Optional[domain.ID] `json:"workspaceId"`
	}
}

// maxRefreshTries bounds how often a refresh that met another one looks again: once
// to find it done, and once more for a workspace switched in between.
const maxRefreshTries = 4

// refresh gives a new access token. What is wrong with the body is told only to
// those who may be here at all.
func (f *Family) refresh(ctx context.Context, c *route.Call[refreshInput]) (accounts.SessionAnswer, error) {
	in, invalid := c.ReadValid()
	requested := in.Body.WorkspaceID.Value
	raw := c.Cookie(accounts.RefreshCookie)
	if raw == "" {
		return f.refreshByAccessToken(ctx, c.Request, requested, invalid)
	}
	if err := f.accounts.CheckOrigin(c.Request); err != nil {
		return accounts.SessionAnswer{}, err
	}
	presented, ok := f.refreshTokens.Decode(raw)
	if !ok {
		return accounts.SessionAnswer{}, problem.New(problem.CodeUnauthorized)
	}
	for range maxRefreshTries {
		state, err := f.loadRefreshState(ctx, c.Now, presented, requested)
		if err != nil {
			return accounts.SessionAnswer{}, err
		}
		if invalid != nil {
			return accounts.SessionAnswer{}, invalid
		}
		next, err := f.rotateSession(ctx, state, requested, c.Now)
		if problem.Is(err, problem.CodeConflict) {
			continue // somebody else's refresh was faster: see what it left
		}
		if err != nil {
			return accounts.SessionAnswer{}, err
		}
		return f.issuer.Issue(ctx, c.Request, accounts.SignedIn{User: state.user, Session: next, Workspace: state.workspace})
	}
	return accounts.SessionAnswer{}, problem.Conflict("The session is being refreshed by many at once. Try again.")
}

// refreshState is what a refresh token leads to.
type refreshState struct {
	user      domain.User
	session   domain.Session
	repeated  bool                      // the token before the current one, within the grace
	workspace *accounts.ActiveWorkspace // the one wanted, else the session's; nil: not a member of it any more
}

// loadRefreshState reads what a refresh token leads to, in one round. A token that was
// replaced long ago is in the hands of two, so its session ends. Errors:
// unauthorized; not_found for a workspace that the user is no member of.
func (f *Family) loadRefreshState(ctx context.Context, now domain.Instant, t refresh.Token, requested domain.ID) (refreshState, error) {
	workspaceID := t.WorkspaceID
	if requested != "" {
		workspaceID = requested
	}
	identity, err := f.store.Identity(ctx, domain.IdentityQuery{UserID: t.UserID, SessionID: t.SessionID, WorkspaceID: workspaceID})
	if err != nil {
		return refreshState{}, err
	}
	if !identity.HasValidSession(now) {
		return refreshState{}, problem.New(problem.CodeUnauthorized)
	}
	state := refreshState{user: *identity.User, session: *identity.Session}
	switch state.session.CheckRefresh(t.Counter, now) {
	case domain.RefreshRepeated:
		state.repeated = true
	case domain.RefreshStolen:
		return state, f.endStolenSession(ctx, state.session)
	}
	if requested == "" && state.session.WorkspaceID != workspaceID {
		state.workspace, err = f.accounts.FindActiveWorkspace(ctx, state.user.ID, state.session.WorkspaceID)
		return state, err
	}
	state.workspace = workspaceOfIdentity(identity)
	if requested != "" && state.workspace == nil {
		return state, problem.NotFound()
	}
	return state, nil
}

// endStolenSession ends the session of a token that somebody uses twice. The log names
// the session, which is no secret. Errors: unauthorized.
func (f *Family) endStolenSession(ctx context.Context, s domain.Session) error {
	if err := f.store.EndSessions(ctx, s); err != nil {
		return err
	}
	f.log.WarnContext(ctx, "refresh token used again: session ended", "session", s.ID)
	return problem.New(problem.CodeUnauthorized)
}

func workspaceOfIdentity(identity domain.Identity) *accounts.ActiveWorkspace {
	if identity.Workspace == nil || identity.Member == nil {
		return nil
	}
	m := domain.Membership{Workspace: *identity.Workspace, Member: *identity.Member}
	if !m.Active() {
		return nil
	}
	return accounts.ActiveWorkspaceOf(m)
}

// rotateSession brings the session to its next state: the next token, unless this
// one was replaced a moment ago, and the workspace that is wanted. Errors:
// conflict when another request was faster.
func (f *Family) rotateSession(ctx context.Context, state refreshState, requested domain.ID, now domain.Instant) (domain.Session, error) {
	next := state.session
	if !state.repeated {
		next.Generation++
		next.RotatedAt = now
	}
	switched := false
	if requested != "" {
		next.WorkspaceID = requested
		switched = requested != state.session.WorkspaceID || requested != state.user.LastWorkspaceID
	}
	if state.repeated && !switched {
		return next, nil
	}
	return next, f.store.RotateSession(ctx, state.session, next, switched)
}

// refreshByAccessToken switches the workspace of a caller who has an access token
// only. Nothing is gained in time: the new token ends with the old one.
func (f *Family) refreshByAccessToken(ctx context.Context, r *route.Request, requested domain.ID, invalid error) (accounts.SessionAnswer, error) {
	caller, _, err := f.authenticator.Authenticate(ctx, auth.Request{Credential: auth.Session, Authorization: r.Authorization(), WorkspaceID: requested})
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	if caller.TokenExpiresAt.Sub(r.Now.Time) <= time.Second {
		return accounts.SessionAnswer{}, problem.New(problem.CodeUnauthorized) // over, but for the clocks' leeway
	}
	if invalid != nil {
		return accounts.SessionAnswer{}, invalid
	}
	session := *caller.Session
	session.WorkspaceID = caller.WorkspaceID()
	signedIn := accounts.SignedIn{User: caller.User, Session: session, Workspace: workspaceOfCaller(caller)}
	if requested == "" {
		return f.issuer.IssueAccessToken(ctx, r, signedIn, caller.TokenExpiresAt)
	}
	if caller.Workspace == nil {
		return accounts.SessionAnswer{}, problem.NotFound()
	}
	if caller.Session.WorkspaceID != requested || caller.User.LastWorkspaceID != requested {
		if err := f.store.SetSessionWorkspace(ctx, session, requested); err != nil {
			return accounts.SessionAnswer{}, conflictToUnauthorized(err)
		}
	}
	return f.issuer.IssueAccessToken(ctx, r, signedIn, caller.TokenExpiresAt)
}

// conflictToUnauthorized turns the loss of a race against the end of the session into what the
// next request would be told.
func conflictToUnauthorized(err error) error {
	if problem.Is(err, problem.CodeConflict) {
		return problem.New(problem.CodeUnauthorized)
	}
	return err
}

func workspaceOfCaller(c auth.Caller) *accounts.ActiveWorkspace {
	if c.Workspace == nil {
		return nil
	}
	return accounts.ActiveWorkspaceOf(domain.Membership{Workspace: *c.Workspace, Member: *c.Member})
}
