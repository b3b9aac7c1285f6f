// Package submissions manages timesheets: users submit their time, and managers
// approve or reject it line by line. It also manages the links by which clients
// sign approved submissions.
package submissions

import (
	"context"

	"stint/shared/access"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/limits"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/store/timesheetdb"
)

// Store is the part of the store that this family uses.
type Store interface {
	// LogoFile reads the picture of a workspace's logo; nil without one.
	LogoFile(ctx context.Context, w people.Workspace) (*people.LogoFile, error)
	// SubmissionDetails reads a submission with its lines and events. Errors: not_found.
	SubmissionDetails(ctx context.Context, workspace, submission domain.ID) (timesheetdb.SubmissionDetails, error)
	// Submission reads a submission without line totals and events.
	// Errors: not_found.
	Submission(ctx context.Context, workspace, submission domain.ID) (timesheets.Submission, error)
	// Submissions lists the submissions of the workspace, latest first.
	Submissions(ctx context.Context, workspace domain.ID, status timesheets.SubmissionStatus, in timesheetdb.Period,
		p store.PageRequest, keep func(timesheets.Submission) bool) (store.Page[timesheets.Submission], error)
	// SubmissionsOf lists the submissions of a user, latest period first.
	SubmissionsOf(ctx context.Context, workspace, user domain.ID, in timesheetdb.Period, p store.PageRequest,
		keep func(timesheets.Submission) bool) (store.Page[timesheets.Submission], error)
	// SubmissionEvents lists a submission's events, oldest first.
	SubmissionEvents(ctx context.Context, workspace, submission domain.ID,
		p store.PageRequest) (store.Page[timesheets.SubmissionEvent], error)
	// DeletedUsers returns those of the given users whose accounts are deleted.
	DeletedUsers(ctx context.Context, users ...domain.ID) (map[domain.ID]bool, error)
	// ManagedProjects returns the projects that a user manages.
	ManagedProjects(ctx context.Context, workspace, user domain.ID) (map[domain.ID]bool, error)
	// Records reads records consistently.
	Records(ctx context.Context, workspace domain.ID, refs store.Refs) (store.Records, error)
	// RecordAudit adds an event to the audit log.
	RecordAudit(ctx context.Context, workspace domain.ID, e audit.Event) error
	// WithSubmitTime bounds the time in which a request submits.
	WithSubmitTime(context.Context) (context.Context, context.CancelFunc)
	// Timesheet reads the user's entries in the submission's period, their locks
	// and the submissions around it. Errors: those of check; validation too_large.
	Timesheet(ctx context.Context, workspace domain.ID, s timesheets.Submission,
		check func(others []timesheets.Submission) error) (timesheetdb.Timesheet, error)
	// SubmittedEntries reads the entries that a submission locks, by the number of their line. Errors: validation
	// too_large.
	SubmittedEntries(ctx context.Context, workspace domain.ID, s timesheets.Submission) (map[int][]timelog.Entry, error)
	// Submit claims entries and writes their submission; it does all or nothing.
	// Errors: conflict; store.ErrClaimConflict and store.ErrOverlapGuard, after
	// which another try may succeed.
	Submit(ctx context.Context, workspace domain.ID, x timesheetdb.SubmissionWrite) error
	// AbandonRound gives up an unfinished round. Errors: store.ErrRoundOver when
	// it was finished or abandoned.
	AbandonRound(ctx context.Context, workspace domain.ID, s timesheets.Submission) error
	// ChangeSubmission replaces a submission and adds its event. Errors: conflict
	// when it has changed since it was read as was.
	ChangeSubmission(ctx context.Context, workspace domain.ID, was, now timesheets.Submission,
		e timesheets.SubmissionEvent) error
	// SubmissionsAround reads the submissions of the same user that could share a
	// day with the submission, and the user's overlap guard from before.
	SubmissionsAround(ctx context.Context, workspace domain.ID,
		s timesheets.Submission) (timesheetdb.SubmissionsAround, error)
	// ReopenSubmission is ChangeSubmission on condition that the overlap guard is as
	// it was read. Errors: also store.ErrOverlapGuard.
	ReopenSubmission(ctx context.Context, workspace domain.ID, was, now timesheets.Submission,
		e timesheets.SubmissionEvent, guard int64) error
	linkStore
}

// linkStore is the part of the store that is about client links.
type linkStore interface {
	access.OtherWorkspaces
	// ClientLinks lists the links of a submission, oldest first.
	ClientLinks(ctx context.Context, workspace, submission domain.ID,
		p store.PageRequest) (store.Page[timesheets.ClientLink], error)
	// ClientLink reads a link and its content. Errors: not_found.
	ClientLink(ctx context.Context, workspace, submission, link domain.ID) (timesheets.ClientLink, []byte, error)
	// CreateClientLink creates a link to a submission. Errors: conflict when the
	// submission has changed since it was read as was.
	CreateClientLink(ctx context.Context, workspace domain.ID, was, now timesheets.Submission,
		e timesheets.SubmissionEvent, x timesheetdb.ClientLinkWrite) error
	// RevokeClientLink revokes a link. Errors: conflict when its submission has
	// changed since it was read as was.
	RevokeClientLink(ctx context.Context, workspace domain.ID, was, now timesheets.Submission,
		e timesheets.SubmissionEvent, link timesheets.ClientLink) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store    Store
	secrets  secret.Source
	pagesURL string // base URL of the pages, without a trailing slash
	mail     limits.Mail
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("submissions", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, secrets: d.Secrets, pagesURL: d.Config.AppBaseURL, mail: d.MailLimits()}
}
