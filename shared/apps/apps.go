// Package apps gives programs of others access for a user, and ends it: grants, their refresh tokens, and the access
// tokens that the public API takes.
package apps

import (
	"cmp"
	"context"
	"errors"
	"time"

	"stint/shared/auth/opaque"
	"stint/shared/auth/token"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/store/peopledb"
)

// Service makes, refreshes and ends grants.
type Service struct {
	store     *store.Store
	tokens    *opaque.GrantCodec
	issuer    *token.Issuer
	verifier  *token.Verifier
	audiences []string
	most      int // grants of one user; 0 is no limit
}

// New makes the service. Only a function that may sign access tokens can use all of it.
func New(
	c config.Config, s *store.Store, secrets secret.Source, issuer *token.Issuer, verifier *token.Verifier,
) *Service {
	return &Service{store: s, tokens: opaque.NewGrantCodec(secrets), issuer: issuer, verifier: verifier,
		audiences: Audiences(c.PublicURL), most: c.Limits.Apps}
}

// Audiences are the resources of the service that the access token of an app may be for (RFC 8707): the API, and the
// endpoint for agents. Each serves the tokens of both.
func Audiences(publicURL string) []string { return []string{publicURL, publicURL + "/mcp"} }

// Consent is what a user allows an app.
type Consent struct {
	User      people.User
	Member    people.Member // of the workspace
	Workspace people.Workspace
	App       people.App
	Access    people.KeyAccess
	Short     bool // the app gets no refresh token

	Code   *people.AuthorizationCode   // that the app gets; nil for none
	Device *people.DeviceAuthorization // on which the app asked; nil for none
}

// shortLife is how long a grant lives whose app gets no refresh token: until its access token has expired.
const shortLife = people.DeviceTTL + token.AccessTTL

// ErrNotAllowed refuses an app that the workspace does not allow.
var ErrNotAllowed = errors.New("the workspace does not allow this app")

// Allow makes the grant for a consent. Errors: ErrNotAllowed; peopledb.ErrTooManyGrants; peopledb.ErrGrantRefused when
// the membership or the workspace was changed concurrently.
func (s *Service) Allow(ctx context.Context, c Consent, now domain.Instant) (people.APIKey, error) {
	if !c.Workspace.AppPolicy().Allows(c.App.Kind) {
		return people.APIKey{}, ErrNotAllowed
	}
	grant := people.NewGrant(c.User, c.Member, c.Workspace, c.App, c.Access, now)
	if end := now.Plus(shortLife); c.Short && (grant.ExpiresAt == nil || end.Before(grant.ExpiresAt.Time)) {
		grant.ExpiresAt = &end
	}
	if c.Code != nil || c.Device != nil {
		grant = grant.Unredeemed()
	}
	return grant, s.store.CreateGrant(ctx, peopledb.GrantCreation{Grant: grant, Member: c.Member, Workspace: c.Workspace,
		Most: s.most, Code: c.Code, Device: c.Device})
}

// Find finds a grant of a client that can be used. Errors: ErrInvalidGrant.
func (s *Service) Find(ctx context.Context, id domain.ID, clientID string,
	now domain.Instant) (people.APIKeyDetails, error) {
	return s.live(ctx, id, clientID, now)
}

// Client finds a client that a workspace registered, by its client id; ok is false when there is none.
func (s *Service) Client(ctx context.Context, clientID string) (c people.OAuthClient, ok bool, err error) {
	id, ok := domain.ParseID(clientID)
	if !ok {
		return c, false, nil
	}
	return s.store.FindOAuthClient(ctx, id)
}

// Tokens are what an app is given for a grant.
type Tokens struct {
	Access    string
	ExpiresIn int64 // seconds until the access token expires
	Refresh   string
	Scope     people.KeyAccess
}

// TokensOf makes the tokens for a grant. The access is that of the grant or less, and the audience one of Audiences.
// Errors: service_unavailable.
func (s *Service) TokensOf(ctx context.Context, k people.APIKey, want TokenRequest,
	now domain.Instant) (t Tokens, err error) {
	scope, audience := cmp.Or(want.Access, k.AccessOrFull()), cmp.Or(want.Audience, s.audiences[0])
	until := now.Add(token.AccessTTL)
	if end := k.Expiry(); end.Before(until) {
		until = end.Time
	}
	t = Tokens{Scope: scope, ExpiresIn: int64(until.Sub(now.Time) / time.Second)}
	t.Access, err = s.issuer.Issue(ctx, token.Claims{
		Subject: k.UserID, WorkspaceID: k.WorkspaceID, ExpiresAt: until,
		App: &token.AppClaims{GrantID: k.ID, ClientID: k.App.ClientID, Scope: string(scope), Audience: audience},
	})
	if err != nil {
		return Tokens{}, err
	}
	t.Refresh, err = s.tokens.Encode(ctx, opaque.GrantToken{GrantID: k.ID, Generation: k.Generation})
	return t, err
}
