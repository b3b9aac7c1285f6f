// Package entries is tracked time: single entries, lists and batches.
package entries

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// Family holds what the operations of this package need.
type Family struct {
	store *store.Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("entries", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// ownerQuery names the owner of an entry whose id alone is not enough.
type ownerQuery struct {
	UserID wire.Optional[domain.ID] `query:"user_id"` // Whose entry it is.
}

// loadEntry finds the entry or running timer that the path names, if the caller may
// read it.
func (f *Family) loadEntry(ctx context.Context, r *route.Request) (tracking.FoundEntry, error) {
	return tracking.Find(ctx, f.store, r)
}
