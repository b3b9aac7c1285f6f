package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
)

// APIKey finds a key by the digest of what was presented, alive or not; ok is
// false when there is none.
func (s *Store) APIKey(ctx context.Context, digest string) (k domain.APIKey, ok bool, err error) {
	return get[domain.APIKey](ctx, s, apiKeyKey(digest))
}

// KeyUsed notes the use of a key.
func (s *Store) KeyUsed(ctx context.Context, k domain.APIKey, now domain.Instant) error {
	return s.commit(ctx, change(apiKeyKey(k.Digest), expression.Set(expression.Name("used"), expression.Value(now.String()))))
}
