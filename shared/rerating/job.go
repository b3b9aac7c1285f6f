package rerating

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
)

// Runner carries jobs on.
type Runner struct {
	Store Store
	Clock func() time.Time
}

// Progress is how far a run came.
type Progress struct {
	Steps int
	Ended bool // nothing is left to do
}

// RunJob carries a job on until it ends, or the context does. What has ended, or
// is gone with its workspace, is done. A job that somebody else carries on at
// the same moment is left to them.
func (r Runner) RunJob(ctx context.Context, w, id domain.ID) (Progress, error) {
	job, err := r.Store.Job(ctx, w, id)
	if problem.Is(err, problem.CodeNotFound) {
		return Progress{Ended: true}, nil
	}
	if err != nil || job.Status != domain.JobRunning {
		return Progress{Ended: err == nil}, err
	}
	book, err := r.Store.JobRates(ctx, w, id)
	if err != nil {
		return Progress{}, err
	}
	after, steps, err := r.runSteps(ctx, w, job, book)
	if errors.Is(err, store.ErrJobChanged) {
		return Progress{Steps: steps}, nil
	}
	return Progress{Steps: steps, Ended: after.Status != domain.JobRunning}, err
}

// FailJob ends a job that cannot be carried on.
func (r Runner) FailJob(ctx context.Context, w, id domain.ID) error {
	job, err := r.Store.Job(ctx, w, id)
	if err != nil || job.Status != domain.JobRunning {
		return err
	}
	_, err = r.Store.AdvanceJob(ctx, w, job, job.End(domain.JobFailed, r.now()), nil)
	return err
}

func (r Runner) now() domain.Instant { return domain.InstantOf(r.Clock()) }

// runSteps goes from step to step, and gives the job as it is after the last one
// that was made.
func (r Runner) runSteps(ctx context.Context, w domain.ID, job domain.BillingJob, book domain.RateBook) (_ domain.BillingJob, steps int, err error) {
	x := scan{store: r.Store, workspace: w, rerating: job.Rerating, currency: job.Currency}
	users, err := x.loadUsers(ctx)
	if err != nil {
		return job, 0, err
	}
	for _, u := range users {
		if u < job.Position.User {
			continue // done
		}
		for more := true; more; steps++ {
			if job, more, err = r.step(ctx, x, job, u, book); err != nil {
				return job, steps, err
			}
		}
	}
	job, err = r.Store.AdvanceJob(ctx, w, job, job.End(domain.JobDone, r.now()), nil)
	return job, steps, err
}

// step does the next entries of a user, and tells whether there are more. What
// was changed by somebody else meanwhile is read anew.
func (r Runner) step(ctx context.Context, x scan, job domain.BillingJob, u domain.ID, book domain.RateBook) (next domain.BillingJob, more bool, err error) {
	at := job.Position
	if at.User != u {
		at = domain.JobPosition{User: u}
	}
	for try := 1; ; try++ {
		next, more, err = r.tryStep(ctx, x, job, at, book)
		changed := errors.Is(err, store.ErrRerateConflict) || errors.Is(err, store.ErrRoundOver)
		if !changed || try == maxTries {
			return next, more, err
		}
	}
}

func (r Runner) tryStep(ctx context.Context, x scan, job domain.BillingJob, at domain.JobPosition, book domain.RateBook) (_ domain.BillingJob, more bool, err error) {
	x.now = r.now()
	page, more, err := x.store.EntriesAfter(ctx, x.workspace, at, x.span(), store.MaxJobStepEntries)
	if err != nil || len(page) == 0 {
		return job, false, err
	}
	changes, tally, err := x.computeChanges(ctx, x.matching(page), book, job.Tally, !job.DryRun)
	if err != nil {
		return job, false, err
	}
	next := job
	next.Tally, next.Position = tally, positionAfter(at.User, page)
	if job.DryRun {
		changes = nil
	}
	next, err = r.Store.AdvanceJob(ctx, x.workspace, job, next, changes)
	return next, more, err
}
