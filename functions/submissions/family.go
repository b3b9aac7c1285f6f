// Package submissions is timesheets on their way to approval: submitted by who
// tracked the time, decided line by line or all at once.
package submissions

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	// SubmissionDetails reads a submission with its lines and events. Errors: not_found.
	SubmissionDetails(ctx context.Context, workspace, submission domain.ID) (store.SubmissionDetails, error)
	// Submission reads a submission's head. Errors: not_found.
	Submission(ctx context.Context, workspace, submission domain.ID) (domain.Submission, error)
	// Submissions lists those of the workspace, the latest made first.
	Submissions(ctx context.Context, workspace domain.ID, status domain.SubmissionStatus, in store.Period, p store.PageRequest, keep func(domain.Submission) bool) (store.Page[domain.Submission], error)
	// SubmissionsOf lists one user's, the latest period first.
	SubmissionsOf(ctx context.Context, workspace, user domain.ID, in store.Period, p store.PageRequest, keep func(domain.Submission) bool) (store.Page[domain.Submission], error)
	// SubmissionEvents lists a submission's events, oldest first.
	SubmissionEvents(ctx context.Context, workspace, submission domain.ID, p store.PageRequest) (store.Page[domain.SubmissionEvent], error)
	// ManagedProjects gives the projects that a user manages.
	ManagedProjects(ctx context.Context, workspace, user domain.ID) (map[domain.ID]bool, error)
	// Records reads what is asked in one consistent round.
	Records(ctx context.Context, workspace domain.ID, asked store.Refs) (store.Records, error)
	// Timesheet reads a user's entries of a submission's period, with what else
	// decides about submitting them. Errors: validation range_too_long.
	Timesheet(ctx context.Context, workspace domain.ID, s domain.Submission) (store.Timesheet, error)
	// Submit claims entries and makes their submission, all at once. Errors:
	// conflict; store.ErrClaimConflict and store.ErrOverlapGuard when it is worth another try.
	Submit(ctx context.Context, workspace domain.ID, x store.SubmissionWrite) error
	// AbandonRound gives up a submission that is being made. Errors:
	// store.ErrRoundOver when it is not any more.
	AbandonRound(ctx context.Context, workspace domain.ID, s domain.Submission) error
	// ChangeSubmission writes a submission over what was read, with its event.
	// Errors: conflict when it was changed meanwhile.
	ChangeSubmission(ctx context.Context, workspace domain.ID, was, now domain.Submission, e domain.SubmissionEvent) error
	linkStore
}

// linkStore is what links to clients are kept in.
type linkStore interface {
	// InOtherWorkspace reports whether one of the ids is visible to the user in another
	// workspace of theirs.
	InOtherWorkspace(ctx context.Context, here, user domain.ID, unknown store.UnknownRefs) (bool, error)
	// ClientLinks lists a submission's links, oldest first.
	ClientLinks(ctx context.Context, workspace, submission domain.ID, p store.PageRequest) (store.Page[domain.ClientLink], error)
	// ClientLink reads a link with what it shows. Errors: not_found.
	ClientLink(ctx context.Context, workspace, submission, link domain.ID) (domain.ClientLink, []byte, error)
	// CreateClientLink makes a link to a submission that was read. Errors:
	// conflict when that was changed meanwhile.
	CreateClientLink(ctx context.Context, workspace domain.ID, was, now domain.Submission, e domain.SubmissionEvent, x store.ClientLinkWrite) error
	// RevokeClientLink makes a link worthless. Errors: conflict when its
	// submission was changed meanwhile.
	RevokeClientLink(ctx context.Context, workspace domain.ID, was, now domain.Submission, e domain.SubmissionEvent, link domain.ClientLink) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store        Store
	masterSecret []byte // the secret that tokens are derived from
	pagesURL     string // address that links to pages hang under
}

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, masterSecret: d.Config.MasterSecret, pagesURL: d.Config.AppBaseURL}
}
