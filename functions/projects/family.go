// Package projects manages projects and their members.
package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/boot"
	"stint/shared/changes"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/totals"
)

// Family holds what the operations of this package need.
type Family struct {
	store  *store.Store
	totals totals.Service
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("projects", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, totals: totals.Service{Store: d.Store,
		Changes: changes.Times{Feed: changes.New(d.Store, d.Now)}, Clock: d.Now}}
}

// loadProject reads the project in the path. Errors: not_found, also for a
// project that the caller does not see.
func (f *Family) loadProject(ctx context.Context, r *route.Request) (access.Project, error) {
	return access.FindProject(ctx, f.store, r)
}
