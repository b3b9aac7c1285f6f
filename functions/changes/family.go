// Package changes is the feed of what changed in a workspace.
package changes

import (
	"context"

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

// Store seals positions.
type Store interface {
	// SealPosition makes the cursor of a position, which opens only for the same scope.
	SealPosition(ctx context.Context, scope, position string) (store.Cursor, error)
	// OpenPosition returns the position of a cursor. Errors: validation cursor_invalid.
	OpenPosition(ctx context.Context, scope string, cursor store.Cursor) (string, error)
}

var (
	_ Feed  = (*changes.Feed)(nil)
	_ Store = (*store.Store)(nil)
)

// Family holds what the operations of this package need.
type Family struct {
	feed  Feed
	store Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("changes", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{feed: changes.New(d.Store, d.Now), store: d.Store}
}
