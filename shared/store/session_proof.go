package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/table"
)

// ProveSession notes that the user of a session proved again who they are. Errors:
// conflict when the session has ended since it was read.
func (s *Store) ProveSession(ctx context.Context, x domain.Session) error {
	return s.table.Commit(ctx, proveSession(x))
}

// proveSession writes when and how the user of a session proved who they are.
func proveSession(x domain.Session) table.Action {
	sameEpoch := expression.Name("epoch").Equal(expression.Value(x.Epoch))
	proof := table.UpdateAttributesUnversioned(table.Encode(sessionKey(x.UserID, x.ID), x), "proved", "how")
	return proof.Provided(sameEpoch).Or(errSessionChanged)
}
