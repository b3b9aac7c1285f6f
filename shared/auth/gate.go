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
	Key     Credential = "api_key" // an API key
)

// Verifier checks an access token.
type Verifier interface {
	// Verify gives the claims of a token that is good now. It fails for every other.
	Verify(ctx context.Context, raw string) (token.Claims, error)
}

// Reader reads who asks.
type Reader interface {
	// APIKey finds a key by its digest, alive or not; ok is false when there is none.
	APIKey(ctx context.Context, digest string) (key domain.APIKey, ok bool, err error)
	// Who reads everything named in one round.
	Who(ctx context.Context, asked domain.WhoAsked) (domain.Who, error)
	// KeyUsed notes that a key was used now.
	KeyUsed(ctx context.Context, key domain.APIKey, now domain.Instant) error
}

// Gate turns credentials into callers.
type Gate struct {
	verifier Verifier
	reader   Reader
	env      string // of API keys: live, test or local
	now      func() time.Time
}

// NewGate makes a gate for API keys of one environment.
func NewGate(verifier Verifier, reader Reader, env string, now func() time.Time) *Gate {
	return &Gate{verifier: verifier, reader: reader, env: env, now: now}
}

// Asked is what a request presents.
type Asked struct {
	Credential    Credential
	Authorization []string  // the values of the header, as many as were sent
	WorkspaceID   domain.ID // named in the path; "" means the active one
	Timer         bool      // whether the running timer is wanted
	Calendar      bool      // whether the connection to the calendar is
	Replay        string    // digest of an Idempotency-Key; "" is none
	ReplayAlone   bool      // whether the answer is remembered for the user alone, whatever the workspace
}

var unauthorized = problem.New(problem.Unauthorized)

// Admit finds the caller. A replay is what an earlier request with the same
// Idempotency-Key was answered, if there was one. Errors: unauthorized.
func (g *Gate) Admit(ctx context.Context, asked Asked) (Caller, *domain.Replay, error) {
	raw, ok := bearer(asked.Authorization)
	if !ok {
		return Caller{}, nil, unauthorized
	}
	if asked.Credential == Key {
		return g.admitKey(ctx, raw, asked)
	}
	return g.admitSession(ctx, raw, asked)
}

// Claims gives what a good access token says, without reading whether its
// session still stands; ok is false without one. Errors: service_unavailable.
func (g *Gate) Claims(ctx context.Context, authorization []string) (c token.Claims, ok bool, err error) {
	raw, ok := bearer(authorization)
	if !ok {
		return c, false, nil
	}
	c, err = g.claims(ctx, raw)
	if problem.Is(err, problem.Unauthorized) {
		return c, false, nil
	}
	return c, err == nil, err
}

// claims verifies a token. Errors: unauthorized, service_unavailable.
func (g *Gate) claims(ctx context.Context, raw string) (token.Claims, error) {
	c, err := g.verifier.Verify(ctx, raw)
	if err != nil && !problem.Is(err, problem.ServiceUnavailable) {
		err = unauthorized
	}
	return c, err
}

// bearer takes the credential out of exactly one Authorization header. The
// scheme's case does not matter (RFC 9110, section 11.1).
func bearer(values []string) (string, bool) {
	if len(values) != 1 {
		return "", false
	}
	scheme, raw, ok := strings.Cut(values[0], " ")
	return raw, ok && strings.EqualFold(scheme, "Bearer") && raw != ""
}

func (g *Gate) admitSession(ctx context.Context, raw string, asked Asked) (Caller, *domain.Replay, error) {
	claims, err := g.claims(ctx, raw)
	if err != nil {
		return Caller{}, nil, err
	}
	wid := claims.WorkspaceID
	if asked.WorkspaceID != "" {
		wid = asked.WorkspaceID
	}
	who, err := g.reader.Who(ctx, asked.about(domain.WhoAsked{
		UserID: claims.Subject, SessionID: claims.SessionID, WorkspaceID: wid,
	}))
	if err != nil {
		return Caller{}, nil, err
	}
	if !who.SignedIn(domain.At(g.now())) {
		return Caller{}, nil, unauthorized
	}
	caller := placed(who)
	caller.Session, caller.Until = who.Session, claims.ExpiresAt
	return caller, who.Replay, nil
}

func (g *Gate) admitKey(ctx context.Context, raw string, asked Asked) (Caller, *domain.Replay, error) {
	presented, ok := apikey.Parse(raw, g.env)
	if !ok {
		return Caller{}, nil, unauthorized
	}
	now := domain.At(g.now())
	key, ok, err := g.reader.APIKey(ctx, presented.Digest())
	if err != nil {
		return Caller{}, nil, err
	}
	if !ok || !key.Alive(now) {
		return Caller{}, nil, unauthorized
	}
	who, err := g.reader.Who(ctx, asked.about(domain.WhoAsked{UserID: key.UserID, WorkspaceID: key.WorkspaceID}))
	if err != nil {
		return Caller{}, nil, err
	}
	if who.User == nil {
		return Caller{}, nil, unauthorized
	}
	caller := placed(who)
	if caller.Workspace == nil || caller.Member.KeyEpoch != key.KeyEpoch {
		return Caller{}, nil, unauthorized
	}
	if key.UseDue(now) {
		_ = g.reader.KeyUsed(ctx, key, now) // a courtesy to the key's owner; never worth failing a request
	}
	caller.Key = &key
	return caller, who.Replay, nil
}

// Visitor finds the caller by an access token, where one need not be sent along:
// without one it is nobody. Errors: unauthorized for one that is none.
func (g *Gate) Visitor(ctx context.Context, authorization []string) (Caller, error) {
	if len(authorization) == 0 {
		return Caller{}, nil
	}
	caller, _, err := g.Admit(ctx, Asked{Credential: Session, Authorization: authorization})
	return caller, err
}

// about adds to the question who it is what else the request wants read.
func (a Asked) about(who domain.WhoAsked) domain.WhoAsked {
	who.Timer, who.Calendar, who.Replay = a.Timer, a.Calendar, a.Replay
	if !a.ReplayAlone {
		who.ReplayIn = who.WorkspaceID
	}
	return who
}

// placed makes the caller of what was found: with a workspace only where it
// stands and the membership is in force.
func placed(who domain.Who) Caller {
	caller := Caller{User: *who.User, Calendar: who.Calendar}
	if who.Workspace == nil || who.Workspace.Deleted() || who.Member == nil || !who.Member.Active() || who.Billing == nil {
		return caller
	}
	caller.Workspace, caller.Member, caller.Billing, caller.Timer = who.Workspace, who.Member, who.Billing, who.Timer
	return caller
}
