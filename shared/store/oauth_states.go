package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"stint/shared/domain"
)

// attrUsedBy is the mark of the request that used a state up.
const attrUsedBy = "used"

// CreateOAuthState keeps the state of a visit to a provider until its end.
func (s *Store) CreateOAuthState(ctx context.Context, x domain.OAuthState) error {
	return s.commit(ctx, create(withExpiry(encode(oauthStateKey(x.Digest), x), x.ExpiresAt)))
}

// UseOAuthState uses a state up: of all that ask, whenever they do, one gets it. A
// state that is unknown, used or over, was begun for another purpose or in
// another browser (ok is false) stays as it is.
//
// A used state is marked instead of deleted, and goes when its time is over: so
// one whose answer was lost on the way is known again when the call is repeated.
func (s *Store) UseOAuthState(ctx context.Context, purpose domain.OAuthPurpose, digest, browser string) (x domain.OAuthState, ok bool, err error) {
	return s.useOAuthState(ctx, purpose, digest, expression.Name("browser").Equal(expression.Value(browser)))
}

// UseOAuthStateOfUser uses a state up that was begun by a person, in whatever browser;
// else as UseOAuthState.
func (s *Store) UseOAuthStateOfUser(ctx context.Context, purpose domain.OAuthPurpose, digest string, user domain.ID) (x domain.OAuthState, ok bool, err error) {
	return s.useOAuthState(ctx, purpose, digest, expression.Name("uid").Equal(expression.Value(string(user))))
}

func (s *Store) useOAuthState(ctx context.Context, purpose domain.OAuthPurpose, digest string, holder expression.ConditionBuilder) (x domain.OAuthState, ok bool, err error) {
	mark := uuid.NewString()
	e, err := useStateExpression(purpose, holder, s.instant(), mark)
	if err != nil {
		return x, false, err
	}
	out, err := s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: &s.table, Key: oauthStateKey(digest).attributes(), ReturnValues: types.ReturnValueAllNew,
		UpdateExpression: e.Update(), ConditionExpression: e.Condition(),
		ExpressionAttributeNames: e.Names(), ExpressionAttributeValues: e.Values(),
	})
	if _, refused := conditionFailed(err); refused {
		return x, false, nil
	}
	if err != nil {
		return x, false, wrapDBError("take a state", err)
	}
	x, err = decode[domain.OAuthState](out.Attributes)
	return x, err == nil, err
}

// useStateExpression is the change that uses a state up, and what must hold for it.
func useStateExpression(purpose domain.OAuthPurpose, holder expression.ConditionBuilder, now domain.Instant, mark string) (expression.Expression, error) {
	used := expression.Name(attrUsedBy)
	fresh := expression.Or(expression.AttributeNotExists(used), used.Equal(expression.Value(mark)))
	return expression.NewBuilder().
		WithUpdate(expression.Set(used, expression.Value(mark))).
		WithCondition(expression.And(
			present,
			expression.Name("purpose").Equal(expression.Value(string(purpose))),
			holder,
			expression.Name(attrExpires).GreaterThan(expression.Value(now.Unix())),
			fresh,
		)).
		Build()
}
