package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// ChangeBilling writes the billing settings of a workspace in place of those that
// were read. The new ones have the next version. Errors: conflict when they were
// changed concurrently.
func (s *Store) ChangeBilling(ctx context.Context, w domain.ID, was, now domain.Billing) error {
	return s.table.Commit(ctx, table.Replace(table.Encode(billingKey(w), now), was.Version))
}
