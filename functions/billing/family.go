// Package billing manages the billing settings of a workspace (currency, default
// rate, rounding, who sees rates) and reratings of existing entries.
package billing

import (
	"stint/shared/boot"
	"stint/shared/rerating"
	"stint/shared/store"
)

// Family holds what the operations of this package need.
type Family struct {
	store    *store.Store
	rerating rerating.Service
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("billing", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, rerating: rerating.Service{Store: d.Store, Clock: d.Now}}
}
