package apikeys

import (
	"context"

	"stint/shared/auth/apikey"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		Name      domain.Name                     `json:"name" bounds:"shownName"`
		ExpiresAt wire.Optional[domain.Instant]   `json:"expiresAt"`
		Access    wire.Optional[domain.KeyAccess] `json:"access" enum:"read,time,full" doc:"What the key may do of what its owner may: read reads, time also writes the owner's timers, entries and submissions. Default full."`
	}
}

// createAnswer describes a new key with its secret.
type createAnswer struct {
	apiKeyAnswer
	Token *string `json:"token"` // shown only here; null in a replay
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (createAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return createAnswer{}, err
	}
	expires := in.Body.ExpiresAt
	if expires.Set && issues.IsClean("expiresAt") && !expires.Value.After(c.Now.Time) {
		issues.Add("expiresAt", problem.InPast)
	}
	if issues.IsClean("expiresAt") {
		if code := c.Workspace.CheckKeyExpiry(expires.Pointer(), c.Now); code != "" {
			issues.Add("expiresAt", code)
		}
	}
	if err := issues.Err(); err != nil {
		return createAnswer{}, err
	}
	secret := apikey.New(f.env)
	key := domain.APIKey{
		ID: domain.NewID(), UserID: c.User.ID, WorkspaceID: c.WorkspaceID(), Digest: secret.Digest(),
		Name: in.Body.Name, Prefix: secret.Prefix(), LastFour: secret.LastFour(),
		KeyEpoch: c.Member.KeyEpoch, UserEpoch: c.User.APIKeyEpoch, CreatedAt: c.Now, ExpiresAt: expires.Pointer(),
		WorkspaceEpoch: c.Workspace.KeyEpoch, Access: in.Body.Access.Or(domain.AccessFull),
	}
	created := createAnswer{apiKeyAnswer: toAnswer(domain.APIKeyDetails{APIKey: key, User: &c.User, Member: c.Member, Workspace: c.Workspace}, c.Now)}
	if err := f.createWithinLimit(ctx, c.Request, key, c.Remember(created)); err != nil {
		return createAnswer{}, err
	}
	token := secret.Reveal()
	created.Token = &token
	return created, nil
}
