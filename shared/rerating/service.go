// Package rerating changes the rate snapshots, billable flags and invoices of existing
// entries. Few entries are changed within the request. More are changed by a
// billing job, which goes on in the background in small steps. A step is one
// transaction that writes the changed entries and the job's new position, so
// every entry is changed once, even if a step fails or is repeated.
package rerating

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/retry"
	"stint/shared/store"
	"stint/shared/store/moneydb"
	"stint/shared/store/timesheetdb"
)

// Bounds of what one request does.
const (
	// inlineTimeout is how long a request runs a job that it has started.
	inlineTimeout = 5 * time.Second
	// workerDelay is how long the worker waits for such a request.
	workerDelay = 30 * time.Second
	// maxInlineChanges is how many entries a job may change if the request is to
	// run it.
	maxInlineChanges = 500
)

// conflictTries is how often entries are read again because another request
// changed one of them between the read and the write.
var conflictTries = retry.Policy{Tries: 6}

// isConflict reports whether the entries have to be read again.
func isConflict(err error) bool {
	return errors.Is(err, moneydb.ErrRerateConflict) || errors.Is(err, timesheetdb.ErrRoundOver)
}

// Service rerates entries: for a request, and for the worker that runs billing
// jobs.
type Service struct {
	Store Store
	Clock func() time.Time
}

func (s Service) now() domain.Instant { return domain.InstantOf(s.Clock()) }

// Request is one rerating that a caller wants.
type Request struct {
	Workspace domain.ID
	Billing   money.Billing
	Rerating  money.Rerating
	DryRun    bool // preview: count, write nothing
	Now       domain.Instant
}

// Result is the tally so far, and the job that completes it.
type Result struct {
	Tally money.Tally
	Job   *money.BillingJob // nil if the request has changed everything
}

// Rerate changes the entries, or starts a job that does. Errors: conflict while
// a job runs; moneydb.ErrRerateConflict or timesheetdb.ErrRoundOver if the entries
// changed at every try.
func (s Service) Rerate(ctx context.Context, req Request) (out Result, err error) {
	err = retry.Do(ctx, conflictTries, func() (again bool, err error) {
		out, err = s.tryRerate(ctx, req)
		return isConflict(err), err
	})
	return out, err
}

func (s Service) tryRerate(ctx context.Context, req Request) (Result, error) {
	x := scan{store: s.Store, workspace: req.Workspace, now: req.Now, rerating: req.Rerating,
		currency: req.Billing.Currency, most: s.Store.RerateBounds().Request}
	matched, complete, err := x.readMatching(ctx)
	if err != nil {
		return Result{}, err
	}
	if !complete {
		return s.startJob(ctx, req, 0)
	}
	book, err := s.Store.RatesFor(ctx, req.Workspace, req.Billing, matched)
	if err != nil {
		return Result{}, err
	}
	changes, tally, err := x.computeChanges(ctx, matched, book, money.Tally{}, !req.DryRun)
	switch {
	case err != nil || req.DryRun:
		return Result{Tally: tally}, err
	case len(changes) > s.Store.RerateBounds().Rerated:
		return s.startJob(ctx, req, len(changes))
	default:
		return Result{Tally: tally}, s.Store.Rerate(ctx, req.Workspace, changes, audit.Rerating("", req.Rerating))
	}
}

// startJob starts a job for that many changes; 0 if they were not counted. The
// request itself runs a small job, so that its caller gets the result. If the
// request fails or takes too long, the worker continues the job.
func (s Service) startJob(ctx context.Context, req Request, changes int) (Result, error) {
	book, err := s.Store.RateBook(ctx, req.Workspace, req.Billing)
	if err != nil {
		return Result{}, err
	}
	job := money.BillingJob{
		ID: domain.NewID(), Rerating: req.Rerating, DryRun: req.DryRun, Status: domain.JobRunning,
		Currency: req.Billing.Currency, StartedAt: req.Now, Version: 1,
	}
	small := changes > 0 && changes <= maxInlineChanges
	due := req.Now
	if small {
		due = req.Now.Plus(workerDelay)
	}
	if err := s.Store.StartJob(ctx, req.Workspace, job, book, due); err != nil {
		return Result{}, err
	}
	if small {
		ctx, cancel := context.WithTimeout(ctx, inlineTimeout)
		defer cancel()
		job, _, _ = s.rateAll(ctx, req.Workspace, job, book) // after an error the worker continues
	}
	return Result{Tally: job.Tally, Job: &job}, nil
}

// Store is what rerating reads and writes.
type Store interface {
	// RerateBounds are the bounds of what a request and a step of a job do.
	RerateBounds() moneydb.RerateBounds
	// EverMemberIDs lists everyone who is or was a member, by id.
	EverMemberIDs(ctx context.Context, workspace domain.ID) ([]domain.ID, error)
	// EntriesAfter reads a user's entries after a position, oldest first; more
	// is false at the end.
	EntriesAfter(ctx context.Context, workspace domain.ID, at money.JobPosition, in timelog.Span,
		limit int) (some []timelog.Entry, more bool, err error)
	// Records reads the submissions that may lock entries.
	Records(ctx context.Context, workspace domain.ID, refs store.Refs) (store.Records, error)
	// AbandonRound abandons a submission's round in progress. Errors:
	// timesheetdb.ErrRoundOver if the round is not in progress any more.
	AbandonRound(ctx context.Context, workspace domain.ID, s timesheets.Submission) error
	// RateBook reads every rate of the workspace.
	RateBook(ctx context.Context, workspace domain.ID, b money.Billing) (money.RateBook, error)
	// RatesFor reads the rates that apply to some entries.
	RatesFor(ctx context.Context, workspace domain.ID, b money.Billing, entries []timelog.Entry) (money.RateBook, error)
	// RatesToday is RatesFor with the present settings of the workspace.
	RatesToday(ctx context.Context, workspace domain.ID, entries []timelog.Entry) (money.RateBook, error)
	// Rerate changes entries, all or none. Errors: conflict while a job runs;
	// moneydb.ErrRerateConflict if one changed since it was read.
	Rerate(ctx context.Context, workspace domain.ID, changes []moneydb.EntryUpdate, events ...audit.Event) error
	// StartJob writes a new job. Errors: conflict while another job runs.
	StartJob(ctx context.Context, workspace domain.ID, j money.BillingJob, rates money.RateBook, due domain.Instant) error
	// Job reads a job. Errors: not_found.
	Job(ctx context.Context, workspace, job domain.ID) (money.BillingJob, error)
	// JobRates reads the rates of the moment when the job was started. Errors: moneydb.ErrRatesExpired.
	JobRates(ctx context.Context, workspace domain.ID, j money.BillingJob) (money.RateBook, error)
	// MarkEntries changes the marks of entries, all or none. Errors: moneydb.ErrRerateConflict
	// if one changed since it was read.
	MarkEntries(ctx context.Context, workspace domain.ID, changes []moneydb.EntryUpdate, events ...audit.Event) error
	// AdvanceMarking writes one step of a job that marks entries: the job, the entries that
	// it holds from now on, and those that get their mark. Errors: as AdvanceJob.
	AdvanceMarking(ctx context.Context, workspace domain.ID, was, now money.BillingJob,
		x moneydb.MarkingStep) (money.BillingJob, error)
	// AdvanceJob writes one step: the job and the entries that change. Errors:
	// moneydb.ErrJobChanged if the job changed since it was read;
	// moneydb.ErrRerateConflict as in Rerate.
	AdvanceJob(ctx context.Context, workspace domain.ID, was, now money.BillingJob,
		changes []moneydb.EntryUpdate) (money.BillingJob, error)
}

var _ Store = (*store.Store)(nil)
