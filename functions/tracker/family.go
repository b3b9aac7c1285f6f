// Package tracker suggests what a user may want to track time to next.
package tracker

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/store/timedb"
)

// Store is the part of the store that this family uses.
type Store interface {
	// RecentWork reads what suggestions are made from: consistently, with a bounded
	// number of calls, and no more than the query finds missing.
	RecentWork(ctx context.Context, workspace domain.ID, query timedb.RecentQuery) (timedb.RecentWork, error)
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("tracker", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }
