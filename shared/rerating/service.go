package rerating

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/store"
)

// Bounds of what a request does by itself.
const (
	// maxEntries is how many entries a request looks at; beyond, a job does.
	maxEntries = 2_000
	// entriesPerRead is how many entries are read at a time.
	entriesPerRead = 500
	// inlineTimeout is how long a request carries a job on that it has started, and
	// how long the worker leaves it to the request.
	inlineTimeout = 5 * time.Second
	workerDelay   = 30 * time.Second
	// maxInlineChanges is how many entries a job may change that the request carries
	// on itself.
	maxInlineChanges = 500
)

// maxTries bounds how often entries are read anew because one was changed at the
// same moment.
const maxTries = 6

// Service takes orders to change what entries are worth.
type Service struct {
	Store Store
	Clock func() time.Time
}

// Request is what is asked for.
type Request struct {
	Workspace domain.ID
	Billing   domain.Billing
	Rerating  domain.Rerating
	DryRun    bool
	Now       domain.Instant
}

// Result is what became of an order: the tally so far, and the job that goes
// on with it, if any.
type Result struct {
	Tally domain.Tally
	Job   *domain.BillingJob // nil where everything was done at once
}

// Rerate carries an order out. Errors: conflict while a job runs, or when entries
// are changed all the time.
func (s Service) Rerate(ctx context.Context, req Request) (Result, error) {
	for try := 1; ; try++ {
		out, err := s.tryRerate(ctx, req)
		changed := errors.Is(err, store.ErrRerateConflict) || errors.Is(err, store.ErrRoundOver)
		if !changed || try == maxTries {
			return out, err
		}
	}
}

func (s Service) tryRerate(ctx context.Context, req Request) (Result, error) {
	x := scan{store: s.Store, workspace: req.Workspace, now: req.Now, rerating: req.Rerating, currency: req.Billing.Currency}
	matched, all, err := x.readMatching(ctx)
	if err != nil {
		return Result{}, err
	}
	if !all {
		return s.startJob(ctx, req, 0)
	}
	book, err := s.Store.RatesFor(ctx, req.Workspace, req.Billing, matched)
	if err != nil {
		return Result{}, err
	}
	changes, tally, err := x.computeChanges(ctx, matched, book, domain.Tally{}, !req.DryRun)
	switch {
	case err != nil || req.DryRun:
		return Result{Tally: tally}, err
	case len(changes) > store.MaxRerateEntries:
		return s.startJob(ctx, req, len(changes))
	default:
		return Result{Tally: tally}, s.Store.Rerate(ctx, req.Workspace, changes)
	}
}

// readMatching reads the entries of the scope; all is false when there are too many to
// look at.
func (x scan) readMatching(ctx context.Context) (matched []domain.Entry, all bool, err error) {
	users, err := x.loadUsers(ctx)
	if err != nil {
		return nil, false, err
	}
	count := 0
	for _, u := range users {
		at := domain.JobPosition{User: u}
		for more := true; more; {
			var page []domain.Entry
			if page, more, err = x.store.EntriesAfter(ctx, x.workspace, at, x.span(), entriesPerRead); err != nil {
				return nil, false, err
			}
			if count += len(page); count > maxEntries {
				return nil, false, nil
			}
			matched = append(matched, x.matching(page)...)
			at = positionAfter(u, page)
		}
	}
	return matched, true, nil
}

// startJob starts a job. One that changes not too much is carried on here and now,
// so that its caller gets the result; should that break off, the worker goes on.
func (s Service) startJob(ctx context.Context, req Request, changes int) (Result, error) {
	book, err := s.Store.RateBook(ctx, req.Workspace, req.Billing)
	if err != nil {
		return Result{}, err
	}
	job := domain.BillingJob{
		ID: domain.NewID(), Rerating: req.Rerating, DryRun: req.DryRun, Status: domain.JobRunning, Currency: req.Billing.Currency,
		StartedAt: req.Now, Version: 1,
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
		job, _, _ = Runner(s).runSteps(ctx, req.Workspace, job, book) // what breaks is the worker's matter
	}
	return Result{Tally: job.Tally, Job: &job}, nil
}
