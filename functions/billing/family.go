// Package billing is a workspace's settings for money: currency, default rate,
// rounding, who sees what time is worth, and changing that for existing entries.
package billing

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/rerating"
	"stint/shared/store"
)

// Store is what this family keeps. The settings come with the caller.
type Store interface {
	// ChangeBilling writes the settings over those that were read. Errors:
	// conflict when they were changed meanwhile.
	ChangeBilling(ctx context.Context, workspace domain.ID, was, now domain.Billing) error
	// Job reads a job. Errors: not_found.
	Job(ctx context.Context, workspace, job domain.ID) (domain.BillingJob, error)
	// AdvanceJob writes a job over the one that was read. Errors:
	// store.ErrJobChanged when it was carried on meanwhile.
	AdvanceJob(ctx context.Context, workspace domain.ID, was, now domain.BillingJob, changes []store.EntryChange) (domain.BillingJob, error)
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store    Store
	rerating rerating.Service
}

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, rerating: rerating.Service{Store: d.Store, Clock: d.Now}}
}
