// Package timers starts, switches and stops the one timer that a user may have
// running in a workspace.
package timers

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	// StartTimer starts a timer; one that runs is stopped in the same write.
	// Errors: conflict when the timer is not as it was read.
	StartTimer(ctx context.Context, workspace domain.ID, x store.Start) error
	// StopTimer makes the finished entry of a running timer. Errors: conflict
	// when the timer is not as it was read.
	StopTimer(ctx context.Context, workspace domain.ID, running, stopped domain.Entry) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }
