package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// KeyGuard counts the API keys that a user made in a workspace. A new key that was
// allowed because of the number of existing keys is written only while nobody else
// made one.
type KeyGuard struct {
	Made int64 `db:"n"`
}

// APIKeyGuard reads the guard. It must be read before the keys are counted.
func (s *Store) APIKeyGuard(ctx context.Context, w, u domain.ID) (KeyGuard, error) {
	guard, _, err := table.Get[KeyGuard](ctx, s.table, keyGuardKey(w, u))
	return guard, err
}

// ErrKeyMade is the error of a write that lost to another new key.
var ErrKeyMade = problem.Conflict(problem.WriteRace, "Another API key was made at the same time. Try again.")

// raiseKeyGuard counts a new key, if no other one was made since the guard was read.
func raiseKeyGuard(k domain.APIKey, guard KeyGuard) table.Action {
	return table.Upsert(keyGuardKey(k.WorkspaceID, k.UserID), keysMade.add(1)).Provided(keysMade.is(guard.Made)).Or(ErrKeyMade)
}
