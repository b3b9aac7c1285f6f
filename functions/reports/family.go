// Package reports sums up tracked time and exports it as a file.
package reports

import (
	"context"
	"net/url"

	"stint/shared/auth"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/projects"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/summing"
)

// Store is the part of the store that this family uses.
type Store interface {
	summing.Store
	// OpenEntryPosition finds the position of an export's cursor. Errors: validation
	// cursor_invalid.
	OpenEntryPosition(ctx context.Context, p store.PageRequest) (after string, err error)
	// SealEntryPosition makes the cursor of the position after an entry.
	SealEntryPosition(ctx context.Context, p store.PageRequest, e timelog.Entry) (store.Cursor, error)
	// NewestProjects reads the projects of a workspace that were made last, at most limit of them.
	NewestProjects(ctx context.Context, workspace domain.ID, limit int) (map[domain.ID]projects.Project, error)
	// StartSummaryJob writes a job and the work that makes it. Errors: conflict while another job runs.
	StartSummaryJob(ctx context.Context, workspace domain.ID, j reports.SummaryJob, r domain.ReplayRecord) error
	// SummaryJob reads a job. Errors: not_found.
	SummaryJob(ctx context.Context, workspace, id domain.ID) (reports.SummaryJob, error)
	// SummaryState reads what a job has summed up.
	SummaryState(ctx context.Context, workspace domain.ID, j reports.SummaryJob) (packed []byte, err error)
	// OpenPosition returns the position that SealPosition made a cursor of. Errors: validation cursor_invalid.
	OpenPosition(ctx context.Context, scope string, c store.Cursor) (string, error)
	// SealPosition makes the cursor of a position. It opens only for the same scope.
	SealPosition(ctx context.Context, scope, position string) (store.Cursor, error)
	// ProjectAccess reads a project and a user's membership of it in one call. Errors: not_found if the project does not
	// exist.
	ProjectAccess(ctx context.Context, workspace, project, user domain.ID) (projects.ProjectAccess, error)
	// Entries lists one user's entries, newest first.
	Entries(ctx context.Context, workspace, user domain.ID, in timelog.Span, p store.PageRequest,
		filter store.Filter[timelog.Entry]) (store.Page[timelog.Entry], error)
	// EntriesOfProject lists all users' entries of a project, newest first.
	EntriesOfProject(ctx context.Context, workspace, project domain.ID, in timelog.Span, p store.PageRequest,
		filter store.Filter[timelog.Entry]) (store.Page[timelog.Entry], error)
	// Count counts a use of each quota. Errors: rate_limited.
	Count(ctx context.Context, all ...domain.Quota) error
	// RecordAudit adds an event to the audit log.
	RecordAudit(ctx context.Context, workspace domain.ID, e audit.Event) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	summing.Summer
	store Store
	feeds *auth.Authenticator
	host  string // of the service, for the ids of events

	limitsFeeds bool
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("reports", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	f := &Family{Summer: summing.New(d), store: d.Store, feeds: d.Authenticator,
		limitsFeeds: d.Config.AttemptsPerNetwork > 0}
	if address, err := url.Parse(d.Config.PublicURL); err == nil {
		f.host = address.Hostname()
	}
	return f
}
