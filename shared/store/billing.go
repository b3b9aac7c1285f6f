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
	changed := s.auditActions(ctx, w, domain.AuditBillingChange(w, was, now))
	return s.table.Commit(ctx, append(changed, table.Replace(table.Encode(billingKey(w), now), was.Version))...)
}
