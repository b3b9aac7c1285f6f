// Package changes is the feed of what changed in a workspace.
package changes

import (
	"stint/shared/boot"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/store"
)

// Feed is what this family reads.
type Feed interface {
	changes.Reader
	// Since is the position from which changes since a time are read. Errors:
	// changes.ErrTooOld.
	Since(at domain.Instant) (changes.Position, error)
}

var _ Feed = (*changes.Feed)(nil)

// Family holds what the operations of this package need.
type Family struct {
	feed  Feed
	store *store.Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("changes", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{feed: changes.New(d.Store, d.Now), store: d.Store}
}
