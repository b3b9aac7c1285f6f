package rerating

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what rerating reads and writes.
type Store interface {
	// EverMemberIDs lists everyone who is or was a member, by id.
	EverMemberIDs(ctx context.Context, workspace domain.ID) ([]domain.ID, error)
	// EntriesAfter reads a user's entries after a position, oldest first; more
	// is false at the end.
	EntriesAfter(ctx context.Context, workspace domain.ID, at domain.JobPosition, in store.Span, limit int) (some []domain.Entry, more bool, err error)
	// Records reads the submissions that may lock entries.
	Records(ctx context.Context, workspace domain.ID, refs store.Refs) (store.Records, error)
	// AbandonRound abandons a submission's round in progress. Errors:
	// store.ErrRoundOver if the round is not in progress any more.
	AbandonRound(ctx context.Context, workspace domain.ID, s domain.Submission) error
	// RateBook reads every rate of the workspace.
	RateBook(ctx context.Context, workspace domain.ID, b domain.Billing) (domain.RateBook, error)
	// RatesFor reads the rates that apply to some entries.
	RatesFor(ctx context.Context, workspace domain.ID, b domain.Billing, entries []domain.Entry) (domain.RateBook, error)
	// Rerate changes entries, all or none. Errors: conflict while a job runs;
	// store.ErrRerateConflict if one changed since it was read.
	Rerate(ctx context.Context, workspace domain.ID, changes []store.EntryChange, events ...domain.AuditEvent) error
	// StartJob writes a new job. Errors: conflict while another job runs.
	StartJob(ctx context.Context, workspace domain.ID, j domain.BillingJob, rates domain.RateBook, due domain.Instant) error
	// Job reads a job. Errors: not_found.
	Job(ctx context.Context, workspace, job domain.ID) (domain.BillingJob, error)
	// JobRates reads the rates of the moment when the job was started.
	JobRates(ctx context.Context, workspace, job domain.ID) (domain.RateBook, error)
	// AdvanceJob writes one step: the job and the entries that change. Errors:
	// store.ErrJobChanged if the job changed since it was read;
	// store.ErrRerateConflict as in Rerate.
	AdvanceJob(ctx context.Context, workspace domain.ID, was, now domain.BillingJob, changes []store.EntryChange) (domain.BillingJob, error)
}

var _ Store = (*store.Store)(nil)
