package auth

import (
	"context"
	"net/netip"
	"strings"

	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// authenticateAPIKey finds the caller of an API key or of the access token of an app: the user who made or allowed it,
// in its workspace. An API key has no dot, and a token has two.
func (a *Authenticator) authenticateAPIKey(ctx context.Context, raw string,
	request Request) (Caller, *domain.Replay, error) {
	if strings.Contains(raw, ".") {
		return a.authenticateApp(ctx, raw, request)
	}
	presented, ok := opaque.ParseAPIKey(raw, a.env)
	if !ok {
		return Caller{}, nil, errUnauthorized
	}
	return a.authenticateKey(ctx, presented.Digest(), request, keepAccess)
}

// keepAccess leaves the access of a key as it is. A calendar feed is no credential of the API.
func keepAccess(k people.APIKey) (people.KeyAccess, bool) { return "", !k.IsFeed() }

// AuthenticateFeed finds the caller of the token of a calendar feed: the user who made it, with a key that reads. The
// sign-in policy of the workspace applies as to a key. Errors: not_found for a token that opens nothing; forbidden by
// the policy.
func (a *Authenticator) AuthenticateFeed(ctx context.Context, token string, from netip.Addr) (Caller, error) {
	caller, _, err := a.authenticateKey(ctx, people.FeedDigest(token), Request{},
		func(k people.APIKey) (people.KeyAccess, bool) { return people.AccessRead, k.IsFeed() })
	if problem.Is(err, problem.CodeUnauthorized) {
		return Caller{}, problem.NotFound()
	}
	if err != nil {
		return Caller{}, err
	}
	caller.From = from
	return caller, RequireProof(caller)
}

// authenticateApp finds the caller of the access token of an app. Its grant is read each time, so that what ends the
// grant ends the token at once.
func (a *Authenticator) authenticateApp(ctx context.Context, raw string,
	request Request) (Caller, *domain.Replay, error) {
	claims, err := verify(ctx, a.apps, raw)
	if err != nil {
		return Caller{}, nil, err
	}
	return a.authenticateKey(ctx, people.GrantDigest(claims.App.GrantID), request,
		func(k people.APIKey) (people.KeyAccess, bool) {
			access := people.KeyAccess(claims.App.Scope)
			return access, k.App != nil && k.App.ClientID == claims.App.ClientID && k.UserID == claims.Subject &&
				k.WorkspaceID == claims.WorkspaceID && k.AccessOrFull().Covers(access)
		})
}

// authenticateKey finds the caller of the key or grant with a digest. narrow says which access of it the credential
// gives, "" for all, and whether the credential belongs to it at all.
func (a *Authenticator) authenticateKey(ctx context.Context, digest string, request Request,
	narrow func(people.APIKey) (people.KeyAccess, bool)) (Caller, *domain.Replay, error) {
	now := domain.InstantOf(a.now())
	key, ok, err := a.identities.APIKey(ctx, digest)
	if err != nil {
		return Caller{}, nil, err
	}
	if !ok || !key.Valid(now) {
		return Caller{}, nil, errUnauthorized
	}
	access, belongs := narrow(key)
	if !belongs {
		return Caller{}, nil, errUnauthorized
	}
	identity, err := a.identities.Identity(ctx, request.completeQuery(people.IdentityQuery{
		UserID: key.UserID, WorkspaceID: key.WorkspaceID, OAuthClientID: key.App.Registered()}))
	if err != nil {
		return Caller{}, nil, err
	}
	details := people.APIKeyDetails{APIKey: key, User: identity.User, Member: identity.Member,
		Workspace: identity.Workspace, Client: identity.Client}
	if details.Status(now) != people.APIKeyActive {
		return Caller{}, nil, errUnauthorized
	}
	caller := newCaller(identity, false)
	if caller.Workspace == nil {
		return Caller{}, nil, errUnauthorized
	}
	if key.ShouldRecordUse(now) {
		// it is only shown to the key's owner, so a failure must not fail the request
		_ = a.identities.MarkAPIKeyUsed(ctx, key, now)
	}
	if access != "" {
		key.Access = access
	}
	caller.APIKey = &key
	return caller, identity.Replay, nil
}

// keyAccess is the least access of an API key that a permission takes. A permission
// that is not listed takes full access.
var keyAccess = map[Permission]people.KeyAccess{
	ReadWorkspace: people.AccessRead,
	ReadTime:      people.AccessRead,
	ReadSettings:  people.AccessRead,
	ReadJobs:      people.AccessRead,
	ReadAuditLog:  people.AccessRead,
	ReadWebhooks:  people.AccessRead,
	TrackTime:     people.AccessTime,
	SubmitTime:    people.AccessTime,
}

// KeyAccessFor is the least access of an API key that a permission takes.
func KeyAccessFor(p Permission) people.KeyAccess {
	if level, listed := keyAccess[p]; listed {
		return level
	}
	return people.AccessFull
}

// AuthorizeKey decides by the access of the caller's API key alone. A session has
// full access. Errors: forbidden with scope_insufficient.
func AuthorizeKey(c Caller, needed people.KeyAccess) error {
	if c.APIKey == nil || c.APIKey.AccessOrFull().Covers(needed) {
		return nil
	}
	return problem.LacksScope(string(needed))
}
