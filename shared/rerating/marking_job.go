package rerating

import (
	"context"
	"errors"
	"maps"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
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

// markAll makes step after step until the job has ended. It returns the job as it is after the last step that was
// made, and the number of steps.
func (s Service) markAll(ctx context.Context, w domain.ID, job money.BillingJob) (_ money.BillingJob, steps int,
	err error) {
	x, users, err := s.scanOf(ctx, w, job)
	for err == nil && job.Status == domain.JobRunning {
		var made int
		job, made, err = s.goOver(ctx, x, job, users, scan.markNext)
		if steps += made; err != nil || job.Status != domain.JobRunning {
			break
		}
		next := job.End(domain.JobDone, s.now())
		if !job.IsMarking && !job.DryRun {
			next = job
			next.IsMarking, next.Position = true, money.JobPosition{}
		}
		job, err = s.Store.AdvanceMarking(ctx, w, job, next, moneydb.MarkingStep{})
	}
	return job, steps, err
}

// markNext holds or marks the next entries after a position.
func (x scan) markNext(ctx context.Context, job money.BillingJob,
	at money.JobPosition) (_ money.BillingJob, more bool, err error) {
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
	next, err = x.store.AdvanceMarking(ctx, x.workspace, job, next, step)
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
