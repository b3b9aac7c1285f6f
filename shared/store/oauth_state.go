package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/google/uuid"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/table"
)

// attrUsedBy is the mark of the call that used a state.
const attrUsedBy = "used"

// CreateOAuthState keeps the state of a visit to a provider until it expires.
func (s *Store) CreateOAuthState(ctx context.Context, x domain.OAuthState) error {
	return s.table.Commit(ctx, table.Create(table.WithExpiry(table.Encode(oauthStateKey(x.Digest), x), x.ExpiresAt.Time)))
}

// UseOAuthState uses a state: one call gets it, all others do not. A state that
// is unknown, used or expired, or belongs to another purpose or browser, stays as
// it is; ok is false then.
//
// A used state is marked, and not deleted until it expires. So the SDK can repeat
// a call whose answer was lost: the state has the mark of that call.
func (s *Store) UseOAuthState(ctx context.Context, purpose domain.OAuthPurpose, digest, browser string) (x domain.OAuthState, ok bool, err error) {
	return s.useOAuthState(ctx, purpose, digest, expression.Name("browser").Equal(expression.Value(browser)))
}

// UseOAuthStateOfUser is UseOAuthState for a state that belongs to a user, in any
// browser.
func (s *Store) UseOAuthStateOfUser(ctx context.Context, purpose domain.OAuthPurpose, digest string, user domain.ID) (x domain.OAuthState, ok bool, err error) {
	return s.useOAuthState(ctx, purpose, digest, expression.Name("uid").Equal(expression.Value(string(user))))
}

func (s *Store) useOAuthState(ctx context.Context, purpose domain.OAuthPurpose, digest string, holder expression.ConditionBuilder) (x domain.OAuthState, ok bool, err error) {
	mark := uuid.NewString() // of this call: the SDK may repeat the request
	used := expression.Name(attrUsedBy)
	it, ok, err := s.table.UpdateReturning(ctx, oauthStateKey(digest),
		expression.Set(used, expression.Value(mark)),
		expression.And(
			table.Present,
			expression.Name("purpose").Equal(expression.Value(string(purpose))),
			holder,
			expression.Name(dynamo.AttrExpires).GreaterThan(expression.Value(s.instant().Unix())),
			expression.Or(expression.AttributeNotExists(used), used.Equal(expression.Value(mark))),
		))
	if err != nil || !ok {
		return x, false, err
	}
	x, err = table.Decode[domain.OAuthState](it)
	return x, err == nil, err
}
