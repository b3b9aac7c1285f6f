// Package timers starts, switches and stops the one timer that a user may have
// running in a workspace.
package timers

import (
	"context"

	"stint/shared/boot"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
)

// Family holds what the operations of this package need.
type Family struct {
	store *store.Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("timers", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// errStopped refuses to edit or discard a timer that was stopped.
var errStopped = problem.Conflict(problem.TimerChanged, "The timer was stopped. Change its entry instead.")

// loadTimer finds the timer that the path names, if the caller may read it. A timer
// keeps its id when it is stopped, so what is found may be a finished entry.
func (f *Family) loadTimer(ctx context.Context, r *route.Request) (tracking.FoundEntry, error) {
	return tracking.Find(ctx, f.store, r)
}
