// Package entries is tracked time: single entries, lists and batches.
package entries

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/timedb"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// Store is what this family reads and writes.
type Store interface {
	tracking.Finder
	tracking.Writer
	tracking.ScopeReader
	// WriteBulk writes a batch in one transaction. Errors: conflict when an item was
	// changed since it was read; store.ErrOverlapGuard when only an overlap guard was.
	WriteBulk(ctx context.Context, workspace domain.ID, x timedb.EntryWrite) error
	// Entries lists one user's entries, newest first; strongly consistent.
	Entries(ctx context.Context, workspace, user domain.ID, in timedb.Span, p store.PageRequest,
		filter store.Filter[timelog.Entry]) (store.Page[timelog.Entry], error)
	// EverMemberIDs lists everyone who is or was a member of the workspace.
	EverMemberIDs(ctx context.Context, workspace domain.ID) ([]domain.ID, error)
	// EntriesByExternalID reads the entries and running timers of users with an external id,
	// newest first.
	EntriesByExternalID(ctx context.Context, workspace domain.ID, users []domain.ID,
		x domain.ExternalID) ([]timelog.Entry, error)
	// EntriesOfWorkspace lists everyone's entries, newest first, eventually consistent.
	EntriesOfWorkspace(ctx context.Context, workspace domain.ID, in timedb.Span, p store.PageRequest,
		filter store.Filter[timelog.Entry]) (store.Page[timelog.Entry], error)
	// EntriesOfProject lists everyone's entries of a project, newest first, eventually consistent.
	EntriesOfProject(ctx context.Context, workspace, project domain.ID, in timedb.Span, p store.PageRequest,
		filter store.Filter[timelog.Entry]) (store.Page[timelog.Entry], error)
	// PageOfEntries is one page of entries that were read by their ids.
	PageOfEntries(ctx context.Context, p store.PageRequest, all []timelog.Entry) (store.Page[timelog.Entry], error)
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
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
