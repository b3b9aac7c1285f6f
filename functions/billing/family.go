// Package billing is a workspace's settings for money: currency, default rate,
// rounding, and who sees what time is worth.
package billing

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what this family keeps. The settings come with the caller.
type Store interface {
	// ChangeBilling writes the settings over those that were read. Errors:
	// conflict when they were changed meanwhile.
	ChangeBilling(ctx context.Context, workspace domain.ID, was, now domain.Billing) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }
