// Package reports sums up tracked time and exports it as a file.
package reports

import (
	"context"

	"stint/shared/boot"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/store/timedb"
	"stint/shared/totals"
	"stint/shared/tracking"
)

// Store is the part of the store that this family uses.
type Store interface {
	tracking.ScopeReader
	// WalkEntries visits entries and running timers, oldest first, until a visit
	// fails. It returns the error of the visit.
	WalkEntries(ctx context.Context, workspace domain.ID, c timedb.EntryRange, visit func(timelog.Entry) error) error
	// OpenEntryPosition finds the position of an export's cursor. Errors: validation
	// cursor_invalid.
	OpenEntryPosition(ctx context.Context, p store.PageRequest) (after string, err error)
	// SealEntryPosition makes the cursor of the position after an entry.
	SealEntryPosition(ctx context.Context, p store.PageRequest, e timelog.Entry) (store.Cursor, error)
	// NewestProjects reads the projects of a workspace that were made last, at most limit of them.
	NewestProjects(ctx context.Context, workspace domain.ID, limit int) (map[domain.ID]projects.Project, error)
	// RecordAudit adds an event to the audit log.
	RecordAudit(ctx context.Context, workspace domain.ID, e audit.Event) error
}

var _ Store = (*store.Store)(nil)

// Totals are the running totals for summaries.
type Totals interface {
	// Sums is totals.Reports.Sums. Errors: totals.ErrNotBuilt.
	Sums(ctx context.Context, w totals.Workspace, p totals.Period) (totals.Sums, error)
	// Queue is totals.Reports.Queue.
	Queue(ctx context.Context, w totals.Workspace) error
}

var _ Totals = totals.Reports{}

// Family holds what the operations of this package need.
type Family struct {
	store  Store
	totals Totals
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("reports", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, totals: totals.Reports{Store: d.Store,
		Changes: changes.Times{Feed: changes.New(d.Store, d.Now)}, Clock: d.Now}}
}
