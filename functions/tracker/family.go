// Package tracker suggests what a user may want to track time to next.
package tracker

import (
	"stint/shared/boot"
	"stint/shared/store"
)

// Family holds what the operations of this package need.
type Family struct {
	store *store.Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("tracker", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }
