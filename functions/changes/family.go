// Package changes is the feed of what changed in a workspace.
package changes

import (
	"stint/shared/boot"
	"stint/shared/changes"
	"stint/shared/store"
)

// Family holds what the operations of this package need.
type Family struct {
	feed  *changes.Feed
	store *store.Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("changes", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{feed: changes.New(d.Store, d.Now), store: d.Store}
}
