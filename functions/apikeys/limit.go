package apikeys

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store"
)

// maxCreateTries is how often a new key is tried when another one is made at the same
// time.
const maxCreateTries = 5

var errTooManyKeys = problem.Conflict(problem.LimitReached, "You have as many valid API keys in this workspace as one person may have. Revoke one first.")

// createWithinLimit writes a new key unless its user has as many valid ones as the
// limit. Errors: conflict with limit_reached.
func (f *Family) createWithinLimit(ctx context.Context, r *route.Request, key domain.APIKey, remember domain.ReplayRecord) error {
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
		return errors.Is(err, store.ErrKeyMade), err
	})
}

// checkLimit counts the caller's valid keys in the workspace. Errors: conflict with
// limit_reached.
func (f *Family) checkLimit(ctx context.Context, r *route.Request) error {
	valid, page := 0, store.PageRequest{Limit: 200}
	for {
		keys, err := f.store.APIKeys(ctx, r.User.ID, r.WorkspaceID(), page)
		if err != nil {
			return err
		}
		for _, k := range keys.Items {
			if k.Status(r.Now) == domain.APIKeyActive {
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
