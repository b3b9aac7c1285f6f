package account

import (
	"cmp"
	"context"
	"time"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/edge"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
	"stint/shared/wire"
)

type refreshInput struct {
	Body struct {
		// The workspace that becomes active. Without it, the workspace stays.
		WorkspaceID wire.Optional[domain.ID] `json:"workspaceId"`
	}
}

// maxRefreshTries limits how often a refresh is tried when concurrent refreshes of
// the same session win.
const maxRefreshTries = 4

// refreshWeight is how many requests of its user a refresh counts as. Each one costs a
// signature.
const refreshWeight = 10

// refresh issues a new access token. A malformed body is reported only after the
// credential was checked, so that callers without one always get 401.
func (f *Family) refresh(ctx context.Context, c *route.Call[refreshInput]) (accounts.SessionAnswer, error) {
	in, invalid := c.ReadValid()
	requested := in.Body.WorkspaceID.Value
	raw := c.Cookie(accounts.RefreshCookie)
	if raw == "" {
		return f.refreshByAccessToken(ctx, c.Request, requested, invalid)
	}
	presented, err := f.presentedToken(ctx, c.Request, raw)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	for try := range maxRefreshTries {
		state, err := f.refreshable(ctx, c.Request, presented, requested, invalid, try == 0)
		if err != nil {
			return accounts.SessionAnswer{}, err
		}
		signedIn := accounts.SignedIn{User: state.user, Session: state.next(requested, c.Now), Workspace: state.workspace}
		if err := f.issuer.Prepare(ctx, c.Request, &signedIn); err != nil {
			return accounts.SessionAnswer{}, err
		}
		err = f.rotateSession(ctx, state, signedIn.Session, requested)
		if problem.Is(err, problem.CodeConflict) {
			continue // a concurrent refresh won: read the session again
		}
		if err != nil {
			return accounts.SessionAnswer{}, err
		}
		return signedIn.Send(c.Request), nil
	}
	return accounts.SessionAnswer{}, problem.Conflict(problem.WriteRace,
		"The session is being refreshed by many at once. Try again.")
}

// presentedToken decodes the refresh token of a request, and counts the request for its session. Errors: forbidden for
// another origin; unauthorized; rate_limited.
func (f *Family) presentedToken(ctx context.Context, r *route.Request, raw string) (opaque.RefreshToken, error) {
	if err := f.accounts.CheckOrigin(r); err != nil {
		return opaque.RefreshToken{}, err
	}
	presented, ok, err := f.refreshTokens.Decode(ctx, raw)
	switch {
	case err != nil:
		return opaque.RefreshToken{}, err
	case !ok:
		return opaque.RefreshToken{}, problem.New(problem.CodeUnauthorized)
	}
	return presented, r.CountSession(ctx, presented.SessionID)
}

// refreshable reads the session of a refresh token, and checks that it may be refreshed. The first try counts for its
// user. invalid is the error of a malformed body. Errors: as loadRefreshState and askProvider; rate_limited,
// validation.
func (f *Family) refreshable(ctx context.Context, r *route.Request, presented opaque.RefreshToken,
	requested domain.ID, invalid error, isFirst bool) (refreshState, error) {
	state, err := f.loadRefreshState(ctx, r.Now, presented, requested)
	if isFirst && state.isLive() {
		if limited := r.CountUser(ctx, state.user.ID, refreshWeight); limited != nil {
			return state, limited
		}
	}
	if err == nil {
		err = invalid
	}
	if err != nil {
		return state, err
	}
	return state, f.askProvider(ctx, state.user, state.session, r.Now)
}

// refreshState is the user, the session and the workspace of a refresh token.
type refreshState struct {
	user      people.User
	session   people.Session
	repeated  bool                      // the previous token, within its grace period
	workspace *accounts.ActiveWorkspace // the requested one, or the session's; nil when the user is not a member of it
}

// isLive reports whether the token is of a session that is valid.
func (s refreshState) isLive() bool { return s.user.ID != "" }

// loadRefreshState reads the user, the session and the workspace of a refresh token in one
// round trip, or two where the session has another workspace than the token. When a token is
// used after its grace period, someone may have copied it, so loadRefreshState ends its session. Errors: unauthorized;
// not_found for a requested workspace that the user is not a member of. With not_found the state has the user and the
// session.
func (f *Family) loadRefreshState(ctx context.Context, now domain.Instant, t opaque.RefreshToken,
	requested domain.ID) (refreshState, error) {
	identity, err := f.identityOf(ctx, t, requested)
	if err != nil {
		return refreshState{}, err
	}
	if !identity.HasValidSession(now) {
		return refreshState{}, problem.New(problem.CodeUnauthorized)
	}
	state := refreshState{user: *identity.User, session: *identity.Session}
	switch state.session.CheckRefresh(t.Generation, now) {
	case people.RefreshRepeated:
		state.repeated = true
	case people.RefreshStolen:
		return refreshState{}, f.endStolenSession(ctx, state.session)
	}
	state.workspace = workspaceOfIdentity(identity)
	if requested != "" && state.workspace == nil {
		return state, problem.NotFound()
	}
	return state, nil
}

// identityOf reads the identity of a refresh token, with the requested workspace, or else that of the session.
func (f *Family) identityOf(ctx context.Context, t opaque.RefreshToken, requested domain.ID) (people.Identity, error) {
	query := people.IdentityQuery{UserID: t.UserID, SessionID: t.SessionID, WorkspaceID: cmp.Or(requested, t.WorkspaceID)}
	identity, err := f.store.Identity(ctx, query)
	if err != nil || requested != "" || identity.Session == nil || identity.Session.WorkspaceID == query.WorkspaceID {
		return identity, err
	}
	query.WorkspaceID = identity.Session.WorkspaceID
	return f.store.Identity(ctx, query)
}

// endStolenSession ends the session of a refresh token that was used again. It logs
// the session id, which is no secret. Errors: unauthorized.
func (f *Family) endStolenSession(ctx context.Context, s people.Session) error {
	if err := f.store.EndSessions(ctx, s); err != nil {
		return err
	}
	f.log.WarnContext(ctx, "refresh token used again: session ended", edge.RequestInfoFrom(ctx).IDs(), "session", s.ID)
	return problem.New(problem.CodeUnauthorized)
}

func workspaceOfIdentity(identity people.Identity) *accounts.ActiveWorkspace {
	if identity.Workspace == nil || identity.Member == nil {
		return nil
	}
	m := people.Membership{Workspace: *identity.Workspace, Member: *identity.Member}
	if !m.Active() {
		return nil
	}
	return accounts.ActiveWorkspaceOf(m)
}

// next is the next state of the session. A repeated token is not rotated again. A requested workspace becomes the
// active one.
func (s refreshState) next(requested domain.ID, now domain.Instant) people.Session {
	next := s.session
	if !s.repeated {
		next.Generation++
		next.RotatedAt = now
	}
	next.WorkspaceID = cmp.Or(requested, next.WorkspaceID)
	return next
}

// rotateSession writes the next state of the session, if it is another one. Errors: conflict when a concurrent request
// changed the session.
func (f *Family) rotateSession(ctx context.Context, state refreshState, next people.Session,
	requested domain.ID) error {
	switched := requested != "" && (requested != state.session.WorkspaceID || requested != state.user.LastWorkspaceID)
	if state.repeated && !switched {
		return nil
	}
	return f.store.RotateSession(ctx, peopledb.SessionRotation{
		Was: state.session, Next: next, User: state.user, Switched: switched})
}

// refreshByAccessToken switches the workspace of a caller without the refresh
// cookie. The new access token expires when the old one does, so that an access
// token alone cannot prolong a session.
func (f *Family) refreshByAccessToken(ctx context.Context, r *route.Request, requested domain.ID,
	invalid error) (accounts.SessionAnswer, error) {
	caller, _, err := f.authenticator.Authenticate(ctx,
		auth.Request{Credential: auth.Session, Authorization: r.Authorization(), WorkspaceID: requested})
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	if err := r.CountUser(ctx, caller.User.ID, refreshWeight); err != nil {
		return accounts.SessionAnswer{}, err
	}
	if caller.TokenExpiresAt.Sub(r.Now.Time) <= time.Second {
		// expired, except for the tolerance between clocks
		return accounts.SessionAnswer{}, problem.New(problem.CodeUnauthorized)
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
		if err := f.store.SetSessionWorkspace(ctx, caller.User, *caller.Session, requested); err != nil {
			return accounts.SessionAnswer{}, conflictToUnauthorized(err)
		}
	}
	return f.issuer.IssueAccessToken(ctx, r, signedIn, caller.TokenExpiresAt)
}

// conflictToUnauthorized turns a conflict into unauthorized. The write conflicts when the
// session has ended, or when it changed after the credential was read. The caller must
// present its credential again.
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
	return accounts.ActiveWorkspaceOf(people.Membership{Workspace: *c.Workspace, Member: *c.Member})
}
