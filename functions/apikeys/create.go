package apikeys

import (
	"context"
	"errors"
	"fmt"

	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/peopledb"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		Name      domain.Name                   `json:"name" bounds:"shownName"`
		ExpiresAt wire.Optional[domain.Instant] `json:"expiresAt"`
		// What the key may do of what its owner may: read reads, time also writes the owner's timers, entries and
		// submissions. Default full.
		Access wire.Optional[people.KeyAccess] `json:"access" enum:"read,time,full"`
	}
}

// createAnswer describes a new key with its secret.
//
//openapi:schema NewApiKey
type createAnswer struct {
	apiKeyAnswer
	Token *route.ShownOnce `json:"token"` // shown only here; null in a replay
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
		switch code := c.Workspace.CheckKeyExpiry(expires.Pointer(), c.Now); code {
		case "":
		case problem.MaxValue:
			issues.AddMessage("expiresAt", code, fmt.Sprintf("must be at most %d days from now", *c.Workspace.MaxKeyDays))
		default:
			issues.Add("expiresAt", code)
		}
	}
	if err := issues.Err(); err != nil {
		return createAnswer{}, err
	}
	secret := opaque.NewAPIKey(f.env)
	key := people.NewAPIKey(c.User, *c.Member, *c.Workspace, in.Body.Name, secret.Digest(), c.Now)
	key.Prefix, key.LastFour, key.ExpiresAt = secret.Prefix(), secret.LastFour(), expires.Pointer()
	key.Access = in.Body.Access.Or(people.AccessFull)
	created := createAnswer{apiKeyAnswer: toAnswer(people.APIKeyDetails{
		APIKey: key, User: &c.User, Member: c.Member, Workspace: c.Workspace}, c.Now)}
	created.Token = new(route.ShownOnce(secret.Reveal()))
	return created, f.createWithinLimit(ctx, c.Request, key, c.Remember(created))
}

// maxCreateTries is how often a new key is tried when another one is made at the same
// time.
const maxCreateTries = 5

var errTooManyKeys = problem.Conflict(problem.LimitReached,
	"You have as many valid API keys in this workspace as one person may have. Revoke one first.")

// createWithinLimit writes a new key unless its user has as many valid ones as the
// limit. Errors: conflict with limit_reached.
func (f *Family) createWithinLimit(ctx context.Context, r *route.Request, key people.APIKey,
	remember domain.ReplayRecord) error {
	if f.maxKeys == 0 {
		return f.store.CreateAPIKey(ctx, key, *r.Workspace, remember, nil)
	}
	return retry.Do(ctx, retry.Policy{Tries: maxCreateTries}, func() (again bool, err error) {
		guard, err := f.store.APIKeyGuard(ctx, key.WorkspaceID, key.UserID)
		if err != nil {
			return false, err
		}
		if err := f.checkLimit(ctx, r); err != nil {
			return false, err
		}
		err = f.store.CreateAPIKey(ctx, key, *r.Workspace, remember, &guard)
		return errors.Is(err, peopledb.ErrKeyMade), err
	})
}

// checkLimit counts the caller's valid keys in the workspace. Errors: conflict with
// limit_reached.
func (f *Family) checkLimit(ctx context.Context, r *route.Request) error {
	valid, page := 0, store.PageRequest{Limit: 200}
	for {
		keys, err := f.store.UserKeys(ctx, r.User.ID, r.WorkspaceID(), peopledb.APIKeys, page)
		if err != nil {
			return err
		}
		for _, k := range keys.Items {
			if k.Status(r.Now) == people.APIKeyActive {
				valid++
			}
		}
		if valid >= f.maxKeys {
			return errTooManyKeys
		}
		if page.Cursor = keys.Next; keys.Next == "" {
			return nil
		}
	}
}
