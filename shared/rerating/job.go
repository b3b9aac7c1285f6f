package rerating

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/store/moneydb"
)

// Progress is how far a run came.
type Progress struct {
	Steps int
	Ended bool // nothing is left to do
}

// RunJob runs a job until it ends or the context does. A job that has ended, or
// that was deleted with its workspace, needs no run. A job that another process
// runs at the same moment is left to that process. One that comes back so late that
// its rates have expired fails.
func (s Service) RunJob(ctx context.Context, w, id domain.ID) (Progress, error) {
	job, err := s.Store.Job(ctx, w, id)
	if problem.Is(err, problem.CodeNotFound) {
		return Progress{Ended: true}, nil
	}
	if err != nil || job.Status != domain.JobRunning {
		return Progress{Ended: err == nil}, err
	}
	if job.Rerating.Kind == money.KindInvoice {
		return progressOf(s.markAll(ctx, w, job))
	}
	book, err := s.Store.JobRates(ctx, w, job)
	if errors.Is(err, moneydb.ErrRatesExpired) {
		return Progress{Ended: true}, s.FailJob(ctx, w, id)
	}
	if err != nil {
		return Progress{}, err
	}
	return progressOf(s.rateAll(ctx, w, job, book))
}

// progressOf is the progress of a run that left the job as it is in after.
func progressOf(after money.BillingJob, steps int, err error) (Progress, error) {
	if errors.Is(err, moneydb.ErrJobChanged) {
		return Progress{Steps: steps}, nil
	}
	return Progress{Steps: steps, Ended: after.Status != domain.JobRunning}, err
}

// FailJob marks a running job as failed. Errors: conflict for one that has begun to mark its entries, which goes on
// until it has marked them all.
func (s Service) FailJob(ctx context.Context, w, id domain.ID) error {
	job, err := s.Store.Job(ctx, w, id)
	if err != nil || job.Status != domain.JobRunning {
		return err
	}
	if job.IsMarking {
		return money.ErrMarking
	}
	_, err = s.Store.AdvanceJob(ctx, w, job, job.End(domain.JobFailed, s.now()), nil)
	return err
}

// step makes one step of a job from a position. It returns the job after it; more is false when no entries of the
// position's user are left.
type step func(x scan, ctx context.Context, job money.BillingJob,
	at money.JobPosition) (_ money.BillingJob, more bool, err error)

// goOver makes the steps for all entries of the users that are not done yet, and ends early when the job ends. It
// returns the job as it is after the last step that was made, and the number of steps.
func (s Service) goOver(ctx context.Context, x scan, job money.BillingJob, users []domain.ID,
	do step) (_ money.BillingJob, steps int, err error) {
	for _, u := range users {
		if u < job.Position.User {
			continue // done
		}
		for more := true; more; steps++ {
			if job, more, err = s.doNext(ctx, x, job, u, do); err != nil || job.Status != domain.JobRunning {
				return job, steps, err
			}
		}
	}
	return job, steps, nil
}

// doNext makes the next step of a user, again after a conflict.
func (s Service) doNext(ctx context.Context, x scan, job money.BillingJob, u domain.ID,
	do step) (next money.BillingJob, more bool, err error) {
	at := job.Position
	if at.User != u {
		at = money.JobPosition{User: u}
	}
	err = retry.Do(ctx, conflictTries, func() (again bool, err error) {
		x.now = s.now()
		next, more, err = do(x, ctx, job, at)
		return isConflict(err), err
	})
	return next, more, err
}

// rateAll makes step after step until the job is done. It returns the job as it is after the last step that was made,
// and the number of steps.
func (s Service) rateAll(ctx context.Context, w domain.ID, job money.BillingJob,
	book money.RateBook) (_ money.BillingJob, steps int, err error) {
	x, users, err := s.scanOf(ctx, w, job)
	if err != nil {
		return job, 0, err
	}
	x.book = book
	if job, steps, err = s.goOver(ctx, x, job, users, scan.rateNext); err != nil {
		return job, steps, err
	}
	job, err = s.Store.AdvanceJob(ctx, w, job, job.End(domain.JobDone, s.now()), nil)
	return job, steps, err
}

// scanOf is a scan for a job, and the users whose entries it may have.
func (s Service) scanOf(ctx context.Context, w domain.ID, job money.BillingJob) (x scan, users []domain.ID, err error) {
	x = scan{store: s.Store, workspace: w, rerating: job.Rerating, currency: job.Currency}
	users, err = x.loadUsers(ctx)
	return x, users, err
}

// rateNext rates the next entries after a position again.
func (x scan) rateNext(ctx context.Context, job money.BillingJob, at money.JobPosition,
) (_ money.BillingJob, more bool, err error) {
	page, more, err := x.store.EntriesAfter(ctx, x.workspace, at, x.span(), x.store.RerateBounds().Step)
	if err != nil || len(page) == 0 {
		return job, false, err
	}
	changes, tally, err := x.rate(ctx, job, x.matching(page))
	if err != nil {
		return job, false, err
	}
	next := job
	next.Tally, next.Position = tally, positionAfter(at.User, page)
	if job.DryRun {
		changes = nil
	}
	next, err = x.store.AdvanceJob(ctx, x.workspace, job, next, changes)
	return next, more, err
}

// rate adds the entries to the tally of a job and returns those that change. They have the rates of the start of the
// job; those that were made or changed since have today's, so that none gets a rate that is older than its own.
func (x scan) rate(ctx context.Context, job money.BillingJob, matched []timelog.Entry) ([]moneydb.EntryUpdate,
	money.Tally, error) {
	var older, newer []timelog.Entry
	for _, e := range matched {
		if job.IsNewer(e) {
			newer = append(newer, e)
		} else {
			older = append(older, e)
		}
	}
	changes, tally, err := x.computeChanges(ctx, older, x.book, job.Tally, !job.DryRun)
	if err != nil || len(newer) == 0 {
		return changes, tally, err
	}
	today, err := x.store.RatesToday(ctx, x.workspace, newer)
	if err != nil {
		return nil, tally, err
	}
	more, tally, err := x.computeChanges(ctx, newer, today, tally, !job.DryRun)
	return append(changes, more...), tally, err
}
