package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/table"
)

// SessionProof is a session whose user proved again who they are.
type SessionProof struct {
	Was, Now domain.Session // as it was read, and after the proof
}

// ProveSession notes that the user of a session proved again who they are. Errors:
// conflict when the session has ended since it was read, or a concurrent proof changed
// its method.
func (s *Store) ProveSession(ctx context.Context, p SessionProof) error {
	return s.table.Commit(ctx, p.action())
}

// action writes when the user proved who they are. It writes how only if that changes,
// so that it never replaces a stronger method of a concurrent proof.
func (p SessionProof) action() table.Action {
	unchanged := expression.Name("epoch").Equal(expression.Value(p.Was.Epoch))
	attributes := []string{"proved"}
	if p.Now.Method != p.Was.Method {
		attributes = append(attributes, "how")
		unchanged = unchanged.And(hasMethod(p.Was.Method))
	}
	key := sessionKey(p.Was.UserID, p.Was.ID)
	return table.UpdateAttributesUnversioned(table.Encode(key, p.Now), attributes...).Provided(unchanged).Or(errSessionChanged)
}

// hasMethod holds while a session was proved by the method last; "" is not recorded.
func hasMethod(by domain.SignInMethod) expression.ConditionBuilder {
	how := expression.Name("how")
	if by == "" {
		return how.AttributeNotExists()
	}
	return how.Equal(expression.Value(string(by)))
}
