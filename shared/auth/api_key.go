package auth

import (
	"context"

	"stint/shared/auth/apikey"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// authenticateAPIKey finds the caller of an API key: the user who made it, in its
// workspace.
func (a *Authenticator) authenticateAPIKey(ctx context.Context, raw string,
	request Request) (Caller, *domain.Replay, error) {
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
	identity, err := a.identities.Identity(ctx,
		request.completeQuery(people.IdentityQuery{UserID: key.UserID, WorkspaceID: key.WorkspaceID}))
	if err != nil {
		return Caller{}, nil, err
	}
	details := people.APIKeyDetails{APIKey: key, User: identity.User, Member: identity.Member,
		Workspace: identity.Workspace}
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
	return problem.Forbidden(problem.ScopeInsufficient)
}

// AuthorizeTimeOf decides whether the caller may write the time of a user: their own,
// or as owner or admin everyone's, but not with a key whose access is time. It assumes
// the permission to write time. Errors: forbidden with role_insufficient or
// scope_insufficient.
func AuthorizeTimeOf(c Caller, user domain.ID) error {
	switch {
	case user == c.User.ID:
		return nil
	case !c.IsOwnerOrAdmin():
		return problem.Forbidden(problem.RoleInsufficient)
	default:
		return AuthorizeKey(c, people.AccessFull)
	}
}
