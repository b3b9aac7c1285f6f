package auth

import (
	"context"

	"stint/shared/auth/apikey"
	"stint/shared/domain"
)

// authenticateAPIKey finds the caller of an API key: the user who made it, in its
// workspace.
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
	details := domain.APIKeyDetails{APIKey: key, User: identity.User, Member: identity.Member, Workspace: identity.Workspace}
	if details.Status(now) != domain.APIKeyActive {
		return Caller{}, nil, errUnauthorized
	}
	caller := newCaller(identity, false)
	if caller.Workspace == nil {
		return Caller{}, nil, errUnauthorized
	}
	if key.ShouldRecordUse(now) {
		_ = a.identities.MarkAPIKeyUsed(ctx, key, now) // it is only shown to the key's owner, so a failure must not fail the request
	}
	caller.APIKey = &key
	return caller, identity.Replay, nil
}
