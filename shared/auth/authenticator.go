// Package auth finds out who the caller of a request is and what they may do.
//
//   - authenticator.go turns a credential into a Caller, with one round trip to the
//     table. session.go and api_key.go are its two kinds of credential.
//   - permission.go is the table of permissions: which role may do what.
//   - caller.go has the Caller: the user, the session or key, the member and the workspace.
//
// The package knows nothing of HTTP except the Authorization header. Passwords,
// tokens and keys have packages of their own below it.
package auth

import (
	"context"
	"strings"
	"time"

	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// Credential is the kind of credential that a route takes.
type Credential string

// The credentials.
const (
	Public  Credential = "public"  // none
	Session Credential = "session" // an access token (JWT)
	APIKey  Credential = "api_key" // an API key, or the access token of an app
)

// Verifier checks access tokens. *token.Verifier is one.
type Verifier interface {
	// Verify gives the claims of a valid token and fails for every other.
	Verify(ctx context.Context, raw string) (token.Claims, error)
}

// IdentityReader reads what a credential leads to. *store.Store is one.
type IdentityReader interface {
	// APIKey finds a key by its digest, also one that is no longer valid; ok is false
	// when there is none.
	APIKey(ctx context.Context, digest string) (key people.APIKey, ok bool, err error)
	// Identity reads everything that the query names in one round trip.
	Identity(ctx context.Context, query people.IdentityQuery) (people.Identity, error)
	// MarkAPIKeyUsed records that a key was used at the given time.
	MarkAPIKeyUsed(ctx context.Context, key people.APIKey, now domain.Instant) error
}

// Authenticator finds the caller of a credential.
type Authenticator struct {
	verifier   Verifier
	apps       Verifier // of the access tokens of apps
	identities IdentityReader
	env        string // of API keys: live, test or local
	now        func() time.Time
}

// NewAuthenticator makes an authenticator that accepts API keys of one environment. It verifies the access tokens of
// sessions with one verifier, and those of apps with another.
func NewAuthenticator(verifier, apps Verifier, reader IdentityReader, env string, now func() time.Time) *Authenticator {
	return &Authenticator{verifier: verifier, apps: apps, identities: reader, env: env, now: now}
}

// Request is what Authenticate needs to know about an HTTP request. Everything that
// it asks for is read in one round trip.
type Request struct {
	Credential    Credential
	Authorization []string  // all values of the header
	WorkspaceID   domain.ID // named in the path; "" means the active workspace
	WithTimer     bool      // also read the running timer
	WithCalendar  bool      // also read the connection to the calendar
	WithDeleted   bool      // the workspace may be deleted, if the user can restore it
	ReplayDigest  string    // digest of an Idempotency-Key; "" is none
	ReplayPerUser bool      // the answer is remembered for the user, not for the workspace
}

var errUnauthorized = problem.New(problem.CodeUnauthorized)

// Authenticate finds the caller. The replay is the remembered answer to an earlier
// request with the same Idempotency-Key; nil without one. Errors: unauthorized,
// service_unavailable.
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

// AuthenticateOptional finds the caller of an access token on routes that need none.
// Without a header it returns the zero Caller. Errors: unauthorized for a token
// that is not valid, service_unavailable.
func (a *Authenticator) AuthenticateOptional(ctx context.Context, authorization []string) (Caller, error) {
	if len(authorization) == 0 {
		return Caller{}, nil
	}
	caller, _, err := a.Authenticate(ctx, Request{Credential: Session, Authorization: authorization})
	return caller, err
}

// parseBearer takes the credential out of exactly one Authorization header. The
// case of the scheme does not matter (RFC 9110, section 11.1).
func parseBearer(values []string) (string, bool) {
	if len(values) != 1 {
		return "", false
	}
	scheme, raw, ok := strings.Cut(values[0], " ")
	return raw, ok && strings.EqualFold(scheme, "Bearer") && raw != ""
}

// completeQuery adds to a query what the request needs in addition to the identity.
func (r Request) completeQuery(query people.IdentityQuery) people.IdentityQuery {
	query.WithTimer, query.WithCalendar = r.WithTimer, r.WithCalendar
	return r.addReplay(query)
}

// CallerOf is the user of an identity as a caller without a credential, for work that goes on in the background. The
// workspace is set only when it is not deleted and the user is an active member.
func CallerOf(identity people.Identity) Caller { return newCaller(identity, false) }

// newCaller makes a caller of what was read. The workspace is set only when it is
// not deleted, or withDeleted and the user can restore it, and the user is an active
// member.
func newCaller(identity people.Identity, withDeleted bool) Caller {
	caller := Caller{User: *identity.User, Calendar: identity.Calendar}
	if identity.Workspace == nil || identity.Workspace.Deleted() &&
		!(withDeleted && identity.Workspace.RestorableBy(caller.User.ID)) {
		return caller
	}
	if identity.Member == nil || !identity.Member.Active() || identity.Billing == nil {
		return caller
	}
	caller.Workspace, caller.Member, caller.Billing, caller.Timer = identity.Workspace, identity.Member, identity.Billing,
		identity.Timer
	return caller
}
