package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// KeyGuard counts the API keys that a user made in a workspace. A new key that was
// allowed because of the number of existing keys is written only while nobody else
// made one.
type KeyGuard struct {
	Made int `db:"n"`
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
	n := expression.Name("n")
	unchanged := expression.AttributeNotExists(n)
	if guard.Made > 0 {
		unchanged = n.Equal(expression.Value(guard.Made))
	}
	add := expression.Add(n, expression.Value(1))
	return table.Upsert(keyGuardKey(k.WorkspaceID, k.UserID), add).Provided(unchanged).Or(ErrKeyMade)
}
