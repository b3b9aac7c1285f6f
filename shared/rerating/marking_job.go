package rerating

import (
	"context"
	"errors"
	"maps"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/retry"
	"stint/shared/store/moneydb"
)

// A job that marks entries goes over them twice. First it holds each, which nobody sees, and which keeps everything
// else from changing it. If it meets an entry with another mark, it fails, and what it holds is free again, because
// only a running job holds anything. When it holds all, nothing can go wrong any more, and it marks them.

// startMarking starts a job. The request itself runs one whose entries it has counted.
func (s Service) startMarking(ctx context.Context, m Marking, inline bool) (Result, error) {
	job := money.BillingJob{
		ID: domain.NewID(), Rerating: m.Rerating, DryRun: m.DryRun, Status: domain.JobRunning, Currency: m.Currency,
		StartedAt: m.Now, StartedBy: m.User, Version: 1,
	}
	due := m.Now
	if inline {
		due = m.Now.Plus(workerDelay)
	}
	if err := s.Store.StartJob(ctx, m.Workspace, job, money.RateBook{}, due); err != nil {
		return Result{}, err
	}
	if inline {
		ctx, cancel := context.WithTimeout(ctx, inlineMarkTime)
		defer cancel()
		job, _, _ = s.markAll(ctx, m.Workspace, job) // after an error the worker continues
	}
	if job.Status == domain.JobFailed {
		return Result{}, money.OtherInvoice(job.OtherEntry)
	}
	return Result{Tally: job.Tally, Job: &job}, nil
}

func (s Service) runMarking(ctx context.Context, w domain.ID, job money.BillingJob) (Progress, error) {
	after, steps, err := s.markAll(ctx, w, job)
	if errors.Is(err, moneydb.ErrJobChanged) {
		return Progress{Steps: steps}, nil
	}
	return Progress{Steps: steps, Ended: after.Status != domain.JobRunning}, err
}

// markAll makes step after step until the job has ended. It returns the job as it is after the last step that was
// made.
func (s Service) markAll(ctx context.Context, w domain.ID, job money.BillingJob) (_ money.BillingJob, steps int,
	err error) {
	x := scan{store: s.Store, workspace: w, rerating: job.Rerating, currency: job.Currency}
	users, err := x.loadUsers(ctx)
	if err != nil {
		return job, 0, err
	}
	for {
		if job, steps, err = s.goOver(ctx, x, job, users, steps); err != nil || job.Status != domain.JobRunning {
			return job, steps, err
		}
		next := job.End(domain.JobDone, s.now())
		if !job.IsMarking && !job.DryRun {
			next = job
			next.IsMarking, next.Position = true, money.JobPosition{}
		}
		if job, err = s.Store.AdvanceMarking(ctx, w, job, next, moneydb.MarkingStep{}); err != nil ||
			job.Status != domain.JobRunning {
			return job, steps, err
		}
	}
}

// goOver makes the steps for all entries that are not done yet, and ends early when the job fails.
func (s Service) goOver(ctx context.Context, x scan, job money.BillingJob, users []domain.ID,
	steps int) (_ money.BillingJob, _ int, err error) {
	for _, u := range users {
		if u < job.Position.User {
			continue // done
		}
		for more := true; more; steps++ {
			if job, more, err = s.stepOfMarking(ctx, x, job, u); err != nil || job.Status != domain.JobRunning {
				return job, steps, err
			}
		}
	}
	return job, steps, nil
}

// stepOfMarking holds or marks the next entries of a user; more is false when none are left.
func (s Service) stepOfMarking(ctx context.Context, x scan, job money.BillingJob,
	u domain.ID) (next money.BillingJob, more bool, err error) {
	at := job.Position
	if at.User != u {
		at = money.JobPosition{User: u}
	}
	err = retry.Do(ctx, conflictTries, func() (again bool, err error) {
		next, more, err = s.tryStepOfMarking(ctx, x, job, at)
		return isConflict(err), err
	})
	return next, more, err
}

func (s Service) tryStepOfMarking(ctx context.Context, x scan, job money.BillingJob,
	at money.JobPosition) (money.BillingJob, bool, error) {
	x.now = s.now()
	page, more, err := x.store.EntriesAfter(ctx, x.workspace, at, x.span(), x.store.RerateBounds().Step)
	if err != nil || len(page) == 0 {
		return job, false, err
	}
	next := job
	next.Position = positionAfter(at.User, page)
	var step moneydb.MarkingStep
	if job.IsMarking {
		step.Mark = x.marksOfHeld(page, job.ID)
	} else if step.Hold, next.Tally, err = x.entriesToHold(ctx, page, job); err != nil {
		var other otherInvoice
		if !errors.As(err, &other) {
			return job, false, err
		}
		next, step = job.End(domain.JobFailed, x.now), moneydb.MarkingStep{}
		next.OtherEntry = other.entry
	}
	next, err = s.Store.AdvanceMarking(ctx, x.workspace, job, next, step)
	return next, more, err
}

// entriesToHold are those of the entries that the job marks later; none in a preview. It adds the entries to the
// job's tally. Errors: as computeMarks.
func (x scan) entriesToHold(ctx context.Context, page []timelog.Entry,
	job money.BillingJob) (hold []timelog.Entry, _ money.Tally, err error) {
	matched, err := x.selected(ctx, page)
	if err != nil {
		return nil, job.Tally, err
	}
	changes, tally, err := x.computeMarks(ctx, matched, job.Tally, job.ID)
	if err != nil || job.DryRun {
		return nil, tally, err
	}
	for _, c := range changes {
		hold = append(hold, c.Was)
	}
	return hold, tally, nil
}

// marksOfHeld marks those of the entries that the job holds.
func (x scan) marksOfHeld(page []timelog.Entry, job domain.ID) (changes []moneydb.EntryUpdate) {
	for _, e := range page {
		if e.HeldBy == job {
			changes = append(changes, moneydb.EntryUpdate{Was: e, Now: e.MarkInvoiced(x.rerating.Invoice, x.now)})
		}
	}
	return changes
}

func sortedIDs(all map[domain.ID]bool) []domain.ID { return slices.Sorted(maps.Keys(all)) }
