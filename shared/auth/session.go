package auth

import (
	"context"
	"time"

	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// authenticateSession finds the caller of an access token. A valid signature is not
// enough: the session must still exist, so that signing out has effect at once.
func (a *Authenticator) authenticateSession(ctx context.Context, raw string,
	request Request) (Caller, *domain.Replay, error) {
	claims, err := a.verifyToken(ctx, raw)
	if err != nil {
		return Caller{}, nil, err
	}
	workspaceID := claims.WorkspaceID
	if request.WorkspaceID != "" {
		workspaceID = request.WorkspaceID
	}
	identity, err := a.identities.Identity(ctx, request.completeQuery(people.IdentityQuery{
		UserID: claims.Subject, SessionID: claims.SessionID, WorkspaceID: workspaceID,
	}))
	if err != nil {
		return Caller{}, nil, err
	}
	if !identity.HasValidSession(domain.InstantOf(a.now())) {
		return Caller{}, nil, errUnauthorized
	}
	caller := newCaller(identity, request.WithDeleted)
	caller.Session, caller.TokenExpiresAt = identity.Session, claims.ExpiresAt
	return caller, identity.Replay, nil
}

// VerifyClaims reads a valid access token without reading whether its session still
// exists; ok is false without a valid token. Errors: service_unavailable.
func (a *Authenticator) VerifyClaims(ctx context.Context, authorization []string) (c token.Claims, ok bool, err error) {
	raw, ok := parseBearer(authorization)
	if !ok {
		return c, false, nil
	}
	c, err = a.verifyToken(ctx, raw)
	if problem.Is(err, problem.CodeUnauthorized) {
		return c, false, nil
	}
	return c, err == nil, err
}

// verifyToken verifies a token of a session. Errors: unauthorized, service_unavailable.
func (a *Authenticator) verifyToken(ctx context.Context, raw string) (token.Claims, error) {
	return verify(ctx, a.verifier, raw)
}

func verify(ctx context.Context, by Verifier, raw string) (token.Claims, error) {
	c, err := by.Verify(ctx, raw)
	if err != nil && !problem.Is(err, problem.CodeServiceUnavailable) {
		err = errUnauthorized
	}
	return c, err
}

// RequireFresh checks that the user of the caller's session proved who they are less
// than the given time ago. An API key proves nothing. Errors: forbidden with
// reauthentication_required.
func RequireFresh(c Caller, within time.Duration, now domain.Instant) error {
	if c.Session != nil && c.Session.Fresh(within, now) {
		return nil
	}
	return problem.Forbidden(problem.ReauthenticationRequired)
}

// RequireProof checks that the caller proved who they are in the way that their
// workspace requires. It reads nothing: the authenticator read all of it. Errors:
// forbidden with network_not_allowed, second_factor_required or sso_required.
func RequireProof(c Caller) error {
	if c.Workspace == nil {
		return nil
	}
	if missing := c.Workspace.MissingProof(c.User, c.Session, c.From); missing != "" {
		return problem.Forbidden(missing)
	}
	return nil
}

// addReplay adds the remembered answer to the items that are read with the caller,
// so that idempotency costs no round trip. Package route explains the whole.
func (r Request) addReplay(query people.IdentityQuery) people.IdentityQuery {
	query.ReplayDigest = r.ReplayDigest
	if !r.ReplayPerUser {
		query.ReplayWorkspaceID = query.WorkspaceID
	}
	return query
}
