package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"stint/shared/domain"
)

// attrUsed is the mark of the request that used a state up.
const attrUsed = "used"

// BeginOAuth keeps the state of a visit to a provider until its end.
func (s *Store) BeginOAuth(ctx context.Context, x domain.OAuthState) error {
	return s.commit(ctx, create(expiring(encode(stateKey(x.Digest), x), x.ExpiresAt)))
}

// TakeOAuth uses a state up: of all that ask, whenever they do, one gets it. A
// state that is unknown, used or over, was begun for another purpose or in
// another browser (ok is false) stays as it is.
//
// A used state is marked instead of deleted, and goes when its time is over: so
// one whose answer was lost on the way is known again when the call is repeated.
func (s *Store) TakeOAuth(ctx context.Context, purpose domain.OAuthPurpose, digest, browser string) (x domain.OAuthState, ok bool, err error) {
	return s.takeOAuth(ctx, purpose, digest, expression.Name("browser").Equal(expression.Value(browser)))
}

// TakeOAuthOf uses a state up that was begun by a person, in whatever browser;
// else as TakeOAuth.
func (s *Store) TakeOAuthOf(ctx context.Context, purpose domain.OAuthPurpose, digest string, person domain.ID) (x domain.OAuthState, ok bool, err error) {
	return s.takeOAuth(ctx, purpose, digest, expression.Name("uid").Equal(expression.Value(string(person))))
}

func (s *Store) takeOAuth(ctx context.Context, purpose domain.OAuthPurpose, digest string, holder expression.ConditionBuilder) (x domain.OAuthState, ok bool, err error) {
	mark := uuid.NewString()
	e, err := takeable(purpose, holder, s.instant(), mark)
	if err != nil {
		return x, false, err
	}
	out, err := s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: &s.table, Key: stateKey(digest).attributes(), ReturnValues: types.ReturnValueAllNew,
		UpdateExpression: e.Update(), ConditionExpression: e.Condition(),
		ExpressionAttributeNames: e.Names(), ExpressionAttributeValues: e.Values(),
	})
	if _, refused := conditionFailed(err); refused {
		return x, false, nil
	}
	if err != nil {
		return x, false, fault("take a state", err)
	}
	x, err = decode[domain.OAuthState](out.Attributes)
	return x, err == nil, err
}

// takeable is the change that uses a state up, and what must hold for it.
func takeable(purpose domain.OAuthPurpose, holder expression.ConditionBuilder, now domain.Instant, mark string) (expression.Expression, error) {
	used := expression.Name(attrUsed)
	fresh := expression.Or(expression.AttributeNotExists(used), used.Equal(expression.Value(mark)))
	return expression.NewBuilder().
		WithUpdate(expression.Set(used, expression.Value(mark))).
		WithCondition(expression.And(
			present,
			expression.Name("purpose").Equal(expression.Value(string(purpose))),
			holder,
			expression.Name(attrExp).GreaterThan(expression.Value(now.Unix())),
			fresh,
		)).
		Build()
}
