// Package billing manages the billing settings of a workspace (currency, default
// rate, rounding, who sees rates) and reratings of existing entries.
package billing

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/rerating"
	"stint/shared/store"
	"stint/shared/store/moneydb"
	"stint/shared/tracking"
)

// Store is the part of the store that this family uses. The current settings
// come with the caller.
type Store interface {
	tracking.ScopeReader
	// ChangeBilling replaces the settings. Errors: conflict when they have
	// changed since it was read as was.
	ChangeBilling(ctx context.Context, workspace domain.ID, was, now money.Billing) error
	// Job reads a job. Errors: not_found.
	Job(ctx context.Context, workspace, job domain.ID) (money.BillingJob, error)
	// AdvanceJob replaces a job. Errors: store.ErrJobChanged when it has changed
	// since it was read as was.
	AdvanceJob(ctx context.Context, workspace domain.ID, was, now money.BillingJob,
		changes []moneydb.EntryUpdate) (money.BillingJob, error)
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store    Store
	rerating rerating.Service
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("billing", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, rerating: rerating.Service{Store: d.Store, Clock: d.Now}}
}
