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
	// EntriesAfter reads some of a user's entries from after a place on, oldest
	// first, and tells whether there are more.
	EntriesAfter(ctx context.Context, workspace domain.ID, at domain.JobPosition, in store.Span, limit int) (some []domain.Entry, more bool, err error)
	// Records reads the submissions that may lock entries.
	Records(ctx context.Context, workspace domain.ID, refs store.Refs) (store.Records, error)
	// AbandonRound gives up a submission that is being made. Errors:
	// store.ErrRoundOver when it is not any more.
	AbandonRound(ctx context.Context, workspace domain.ID, s domain.Submission) error
	// RateBook reads every rate of the workspace.
	RateBook(ctx context.Context, workspace domain.ID, b domain.Billing) (domain.RateBook, error)
	// RatesFor reads the rates that count for some entries.
	RatesFor(ctx context.Context, workspace domain.ID, b domain.Billing, entries []domain.Entry) (domain.RateBook, error)
	// Rerate changes entries, all or none. Errors: conflict while a job runs;
	// store.ErrRerateConflict when one is not as it was read.
	Rerate(ctx context.Context, workspace domain.ID, changes []store.EntryChange) error
	// StartJob makes a job. Errors: conflict while another one runs.
	StartJob(ctx context.Context, workspace domain.ID, j domain.BillingJob, rates domain.RateBook, due domain.Instant) error
	// Job reads a job. Errors: not_found.
	Job(ctx context.Context, workspace, job domain.ID) (domain.BillingJob, error)
	// JobRates reads the rates that a job works with.
	JobRates(ctx context.Context, workspace, job domain.ID) (domain.RateBook, error)
	// AdvanceJob makes a step. Errors: store.ErrJobChanged when the job was
	// carried on or ended meanwhile, store.ErrRerateConflict as Rerate.
	AdvanceJob(ctx context.Context, workspace domain.ID, was, now domain.BillingJob, changes []store.EntryChange) (domain.BillingJob, error)
}

var _ Store = (*store.Store)(nil)
