package tracking

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// Finder is what finding an entry by its id reads.
type Finder interface {
	// FindEntries gives the entries and running timers of that id among the
	// given users, in one consistent round.
	FindEntries(ctx context.Context, workspace, id domain.ID, users ...domain.ID) ([]domain.Entry, error)
	// EverMemberIDs lists everyone who is or was a member of the workspace.
	EverMemberIDs(ctx context.Context, workspace domain.ID) ([]domain.ID, error)
	// ManagedProjects gives the projects that a user manages.
	ManagedProjects(ctx context.Context, workspace, user domain.ID) (map[domain.ID]bool, error)
}

// Writer is what changing an entry or a timer reads and writes.
type Writer interface {
	Reader
	// FindOverlap finds a finished entry that shares time with the given one; nil is none.
	FindOverlap(ctx context.Context, workspace domain.ID, e domain.Entry) (*domain.Entry, error)
	// WriteEntry creates an entry or replaces the one that was read. Errors:
	// conflict when it is not as it was read, store.ErrOverlapGuard when another write
	// that could overlap came between.
	WriteEntry(ctx context.Context, workspace domain.ID, x store.EntryWrite) error
	// DeleteEntry deletes a finished entry. Errors: conflict when it is not as it was read.
	DeleteEntry(ctx context.Context, workspace domain.ID, e domain.Entry) error
	// ChangeTimer changes a running timer. Errors: conflict when it is not as it was read.
	ChangeTimer(ctx context.Context, workspace domain.ID, was, next domain.Entry, first store.FirstUses) error
	// StopTimer makes the finished entry of a running timer. Errors: conflict
	// when the timer is not as it was read.
	StopTimer(ctx context.Context, workspace domain.ID, x store.TimerStop) error
	RoundAbandoner
	// DiscardTimer deletes a running timer. Errors: conflict when it was
	// stopped or is not as it was read.
	DiscardTimer(ctx context.Context, workspace domain.ID, running domain.Entry) error
}

var (
	_ Finder = (*store.Store)(nil)
	_ Writer = (*store.Store)(nil)
)
