package auth

import (
	"context"
	"strings"
	"time"

	"stint/shared/auth/apikey"
	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/problem"
)

// Credential is the kind of credential that a route takes.
type Credential string

// The credentials.
const (
	Public  Credential = "public"  // none
	Session Credential = "session" // an access token (JWT)
	APIKey  Credential = "api_key" // an API key
)

// Verifier checks an access token.
type Verifier interface {
	// Verify gives the claims of a token that is good now. It fails for every other.
	Verify(ctx context.Context, raw string) (token.Claims, error)
}

// IdentityReader reads who asks.
type IdentityReader interface {
	// APIKey finds a key by its digest, alive or not; ok is false when there is none.
	APIKey(ctx context.Context, digest string) (key domain.APIKey, ok bool, err error)
	// Identity reads everything named in one round.
	Identity(ctx context.Context, query domain.IdentityQuery) (domain.Identity, error)
	// MarkAPIKeyUsed notes that a key was used now.
	MarkAPIKeyUsed(ctx context.Context, key domain.APIKey, now domain.Instant) error
}

// Authenticator turns credentials into callers.
type Authenticator struct {
	verifier   Verifier
	identities IdentityReader
	env        string // of API keys: live, test or local
	now        func() time.Time
}

// NewAuthenticator makes a gate for API keys of one environment.
func NewAuthenticator(verifier Verifier, reader IdentityReader, env string, now func() time.Time) *Authenticator {
	return &Authenticator{verifier: verifier, identities: reader, env: env, now: now}
}

// Request is what a request presents.
type Request struct {
	Credential    Credential
	Authorization []string  // the values of the header, as many as were sent
	WorkspaceID   domain.ID // named in the path; "" means the active one
	WithTimer     bool      // whether the running timer is wanted
	WithCalendar  bool      // whether the connection to the calendar is
	ReplayDigest  string    // digest of an Idempotency-Key; "" is none
	ReplayPerUser bool      // whether the answer is remembered for the user alone, whatever the workspace
}

var errUnauthorized = problem.New(problem.CodeUnauthorized)

// Authenticate finds the caller. A replay is what an earlier request with the same
// Idempotency-Key was answered, if there was one. Errors: unauthorized.
func (a *Authenticator) Authenticate(ctx context.Context, request Request) (Caller, *domain.Replay, error) {
	raw, ok := parseBearer(request.Authorization)
	if !ok {
		return Caller{}, nil, errUnauthorized
	}
	if request.Credential == APIKey {
		return a.authenticateAPIKey(ctx, raw, request)
	}
	return a.authenticateSession(ctx, raw, request)
}

// VerifyClaims gives what a good access token says, without reading whether its
// session still stands; ok is false without one. Errors: service_unavailable.
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

// verifyToken verifies a token. Errors: unauthorized, service_unavailable.
func (a *Authenticator) verifyToken(ctx context.Context, raw string) (token.Claims, error) {
	c, err := a.verifier.Verify(ctx, raw)
	if err != nil && !problem.Is(err, problem.CodeServiceUnavailable) {
		err = errUnauthorized
	}
	return c, err
}

// parseBearer takes the credential out of exactly one Authorization header. The
// scheme's case does not matter (RFC 9110, section 11.1).
func parseBearer(values []string) (string, bool) {
	if len(values) != 1 {
		return "", false
	}
	scheme, raw, ok := strings.Cut(values[0], " ")
	return raw, ok && strings.EqualFold(scheme, "Bearer") && raw != ""
}

func (a *Authenticator) authenticateSession(ctx context.Context, raw string, request Request) (Caller, *domain.Replay, error) {
	claims, err := a.verifyToken(ctx, raw)
	if err != nil {
		return Caller{}, nil, err
	}
	workspaceID := claims.WorkspaceID
	if request.WorkspaceID != "" {
		workspaceID = request.WorkspaceID
	}
	identity, err := a.identities.Identity(ctx, request.completeQuery(domain.IdentityQuery{
		UserID: claims.Subject, SessionID: claims.SessionID, WorkspaceID: workspaceID,
	}))
	if err != nil {
		return Caller{}, nil, err
	}
	if !identity.HasValidSession(domain.InstantOf(a.now())) {
		return Caller{}, nil, errUnauthorized
	}
	caller := newCaller(identity)
	caller.Session, caller.TokenExpiresAt = identity.Session, claims.ExpiresAt
	return caller, identity.Replay, nil
}

func (a *Authenticator) authenticateAPIKey(ctx context.Context, raw string, request Request) (Caller, *domain.Replay, error) {
	presented, ok := apikey.Parse(raw, a.env)
	if !ok {
		return Caller{}, nil, errUnauthorized
	}
	now := domain.InstantOf(a.now())
	key, ok, err := a.identities.APIKey(ctx, presented.Digest())
	if err != nil {
		return Caller{}, nil, err
	}
	if !ok || !key.Valid(now) {
		return Caller{}, nil, errUnauthorized
	}
	identity, err := a.identities.Identity(ctx, request.completeQuery(domain.IdentityQuery{UserID: key.UserID, WorkspaceID: key.WorkspaceID}))
	if err != nil {
		return Caller{}, nil, err
	}
	if identity.User == nil {
		return Caller{}, nil, errUnauthorized
	}
	caller := newCaller(identity)
	if caller.Workspace == nil || caller.Member.KeyEpoch != key.KeyEpoch {
		return Caller{}, nil, errUnauthorized
	}
	if key.ShouldRecordUse(now) {
		_ = a.identities.MarkAPIKeyUsed(ctx, key, now) // a courtesy to the key's owner; never worth failing a request
	}
	caller.APIKey = &key
	return caller, identity.Replay, nil
}

// AuthenticateOptional finds the caller by an access token, where one need not be sent along:
// without one it is nobody. Errors: unauthorized for one that is none.
func (a *Authenticator) AuthenticateOptional(ctx context.Context, authorization []string) (Caller, error) {
	if len(authorization) == 0 {
		return Caller{}, nil
	}
	caller, _, err := a.Authenticate(ctx, Request{Credential: Session, Authorization: authorization})
	return caller, err
}

// completeQuery adds to the question who it is what else the request wants read.
func (r Request) completeQuery(query domain.IdentityQuery) domain.IdentityQuery {
	query.WithTimer, query.WithCalendar, query.ReplayDigest = r.WithTimer, r.WithCalendar, r.ReplayDigest
	if !r.ReplayPerUser {
		query.ReplayWorkspaceID = query.WorkspaceID
	}
	return query
}

// newCaller makes the caller of what was found: with a workspace only where it
// stands and the membership is in force.
func newCaller(identity domain.Identity) Caller {
	caller := Caller{User: *identity.User, Calendar: identity.Calendar}
	if identity.Workspace == nil || identity.Workspace.Deleted() || identity.Member == nil || !identity.Member.Active() || identity.Billing == nil {
		return caller
	}
	caller.Workspace, caller.Member, caller.Billing, caller.Timer = identity.Workspace, identity.Member, identity.Billing, identity.Timer
	return caller
}
