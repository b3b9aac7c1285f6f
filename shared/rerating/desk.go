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
	// maxLook is how many entries a request looks at; beyond, a job does.
	maxLook = 2_000
	// lookPage is how many entries are read at a time.
	lookPage = 500
	// inline is how long a request carries a job on that it has started, and
	// how long the worker leaves it to the request.
	inline = 5 * time.Second
	grace  = 30 * time.Second
	// maxInline is how many entries a job may change that the request carries
	// on itself.
	maxInline = 500
)

// tries bounds how often entries are read anew because one was changed at the
// same moment.
const tries = 6

// Desk takes orders to change what entries are worth.
type Desk struct {
	Store Store
	Clock func() time.Time
}

// Order is what is asked for.
type Order struct {
	Workspace domain.ID
	Billing   domain.Billing
	Scope     domain.Rerate
	DryRun    bool
	Now       domain.Instant
}

// Outcome is what became of an order: the tally so far, and the job that goes
// on with it, if any.
type Outcome struct {
	Tally domain.Tally
	Job   *domain.BillingJob // nil where everything was done at once
}

// Take carries an order out. Errors: conflict while a job runs, or when entries
// are changed all the time.
func (d Desk) Take(ctx context.Context, o Order) (Outcome, error) {
	for try := 1; ; try++ {
		out, err := d.take(ctx, o)
		moved := errors.Is(err, store.ErrJobEntry) || errors.Is(err, store.ErrRoundOver)
		if !moved || try == tries {
			return out, err
		}
	}
}

func (d Desk) take(ctx context.Context, o Order) (Outcome, error) {
	x := sift{store: d.Store, w: o.Workspace, now: o.Now, scope: o.Scope, currency: o.Billing.Currency}
	matched, all, err := x.look(ctx)
	if err != nil {
		return Outcome{}, err
	}
	if !all {
		return d.start(ctx, o, 0)
	}
	book, err := d.Store.RatesFor(ctx, o.Workspace, o.Billing, matched)
	if err != nil {
		return Outcome{}, err
	}
	changes, tally, err := x.changes(ctx, matched, book, domain.Tally{}, !o.DryRun)
	switch {
	case err != nil || o.DryRun:
		return Outcome{Tally: tally}, err
	case len(changes) > store.MaxAtOnce:
		return d.start(ctx, o, len(changes))
	default:
		return Outcome{Tally: tally}, d.Store.Rerate(ctx, o.Workspace, changes)
	}
}

// look reads the entries of the scope; all is false when there are too many to
// look at.
func (x sift) look(ctx context.Context) (matched []domain.Entry, all bool, err error) {
	users, err := x.users(ctx)
	if err != nil {
		return nil, false, err
	}
	looked := 0
	for _, u := range users {
		at := domain.JobPlace{User: u}
		for more := true; more; {
			var page []domain.Entry
			if page, more, err = x.store.EntriesPast(ctx, x.w, at, x.span(), lookPage); err != nil {
				return nil, false, err
			}
			if looked += len(page); looked > maxLook {
				return nil, false, nil
			}
			matched = append(matched, x.matching(page)...)
			at = past(u, page)
		}
	}
	return matched, true, nil
}

// start starts a job. One that changes not too much is carried on here and now,
// so that its caller gets the result; should that break off, the worker goes on.
func (d Desk) start(ctx context.Context, o Order, changes int) (Outcome, error) {
	book, err := d.Store.RateBook(ctx, o.Workspace, o.Billing)
	if err != nil {
		return Outcome{}, err
	}
	job := domain.BillingJob{
		ID: domain.NewID(), Scope: o.Scope, DryRun: o.DryRun, Status: domain.JobRunning, Currency: o.Billing.Currency,
		StartedAt: o.Now, Version: 1,
	}
	small := changes > 0 && changes <= maxInline
	due := o.Now
	if small {
		due = o.Now.Plus(grace)
	}
	if err := d.Store.StartJob(ctx, o.Workspace, job, book, due); err != nil {
		return Outcome{}, err
	}
	if small {
		ctx, cancel := context.WithTimeout(ctx, inline)
		defer cancel()
		job, _, _ = Runner(d).carryOn(ctx, o.Workspace, job, book) // what breaks is the worker's matter
	}
	return Outcome{Tally: job.Tally, Job: &job}, nil
}
