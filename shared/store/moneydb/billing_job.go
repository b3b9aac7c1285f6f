package moneydb

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// A billing job is in the partition of its workspace. A guard allows one running
// job per workspace. The rates of a job have a partition of their own, because
// one item may not hold them all.

// ratesPerPart is how many rates one item holds.
const ratesPerPart = 2_000

// jobRatesLife is how long the rates of a job are kept. It is longer than any job runs, but for one that was given up.
const jobRatesLife = 30 * 24 * time.Hour

// RunningJob is the guard: the one running job of a workspace.
type RunningJob struct {
	ID domain.ID `db:"id"`
}

// Errors of a step of a job.
var (
	// ErrJobChanged: the job was advanced or ended by another worker.
	ErrJobChanged = problem.Conflict(problem.WriteRace, "The job was continued or ended by another request.")
	// ErrRerateConflict: an entry was changed or claimed between reading and
	// writing.
	ErrRerateConflict = problem.Conflict(problem.WriteRace, "An entry was changed by another request. Try again.")
	// ErrRatesExpired: some or all of the job's rates may be gone.
	ErrRatesExpired = errors.New("the rates of the job have expired")
)

// StartJob writes a job with its rates, and the work that advances it from the
// given time on. Errors: conflict while another job runs.
func (s *Store) StartJob(
	ctx context.Context, w domain.ID, j money.BillingJob, rates money.RateBook, due domain.Instant,
) (err error) {
	defer core.Wrap(&err, "StartJob", w, j.ID)
	part := 0
	all := rateLines(rates)
	if j.Rerating.Kind == money.KindInvoice {
		return s.Table.Commit(ctx, s.jobActions(ctx, w, j, due)...)
	}
	for some := range slices.Chunk(append(all, rateLine{}), ratesPerPart) { // at least one part, which holds the settings
		if part++; part*ratesPerPart > len(all) {
			some = some[:len(some)-1]
		}
		it := table.Encode(key.JobRates(w, j.ID, part), RatePart{Billing: rates.Billing, Lines: some})
		table.WithExpiry(it, j.StartedAt.Plus(jobRatesLife).Time)
		if err := s.Table.Commit(ctx, table.Create(it)); err != nil {
			return err
		}
	}
	return s.Table.Commit(ctx, s.jobActions(ctx, w, j, due)...)
}

// jobActions write a new job with its guard, its work and its event.
func (s *Store) jobActions(ctx context.Context, w domain.ID, j money.BillingJob, due domain.Instant) []table.Action {
	actions := []table.Action{
		table.Create(table.Encode(key.RunningJob(w), RunningJob{j.ID})).Or(money.ErrJobRunning),
		table.Create(table.Encode(key.Job(w, j.ID), j)),
		core.Enqueue(domain.Work{ID: domain.NewID(), Kind: money.WorkBillingJob, WorkspaceID: w, TargetID: j.ID,
			CreatedAt: j.StartedAt}, due),
	}
	switch {
	case j.DryRun:
		return actions
	case j.Rerating.Kind == money.KindInvoice:
		return append(actions, s.AuditActions(ctx, w, audit.Invoicing(j.ID, j.Rerating, 0))...)
	}
	return append(actions, s.AuditActions(ctx, w, audit.Rerating(j.ID, j.Rerating))...)
}

// Job reads a job. Errors: not_found.
func (s *Store) Job(ctx context.Context, w, id domain.ID) (_ money.BillingJob, err error) {
	defer core.Wrap(&err, "Job", w, id)
	return table.GetExisting[money.BillingJob](ctx, s.Table, key.Job(w, id))
}

// JobRates reads the rates of a job. Errors: ErrRatesExpired.
func (s *Store) JobRates(ctx context.Context, w domain.ID, j money.BillingJob) (_ money.RateBook, err error) {
	defer core.Wrap(&err, "JobRates", w, j.ID)
	book := money.NewRateBook(money.Billing{})
	if !s.Instant().Before(j.StartedAt.Plus(jobRatesLife).Time) {
		return book, ErrRatesExpired
	}
	err = table.Walk(ctx, s.Table, table.PartitionRange(table.Base, key.JobPK(w, j.ID)), func(part RatePart) error {
		part.addTo(&book)
		return nil
	})
	return book, err
}

// EntryUpdate is an entry as it was read and as it is to be written.
type EntryUpdate struct{ Was, Now timelog.Entry }

// How many entries one transaction changes.
const (
	MaxRerateEntries  = table.MaxActions - 2 // without a job: besides the check of its guard and the audit event
	MaxJobStepEntries = table.MaxActions - 2 // in a step of a job: besides the job and its guard
)

// Rerate changes entries that were read, all or none. Errors: conflict while a
// job runs; ErrRerateConflict when an entry is not as it was read.
func (s *Store) Rerate(
	ctx context.Context, w domain.ID, changes []EntryUpdate, events ...audit.Event,
) (err error) {
	defer core.Wrap(&err, "Rerate", w)
	if len(changes) == 0 {
		return nil
	}
	idle := table.Check(key.RunningJob(w), table.Absent).Or(money.ErrJobRunning)
	actions := append([]table.Action{idle}, rerateActions(w, changes)...)
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, w, events...)...)...)
}

func rerateActions(w domain.ID, changes []EntryUpdate) []table.Action {
	actions := make([]table.Action, len(changes))
	for i, c := range changes {
		actions[i] = table.Put(timedb.EntryItem(w, c.Now)).Provided(timedb.EntryUnchanged(c.Was)).Or(ErrRerateConflict)
	}
	return actions
}

// AdvanceJob writes the next state of a job together with the entries that this
// step changes, so that each entry is changed once even if a step is interrupted.
// It returns the job as written. A job that has ended makes room for another one.
// Errors: ErrJobChanged when the job is not as it was read; ErrRerateConflict
// when an entry is not.
func (s *Store) AdvanceJob(
	ctx context.Context, w domain.ID, was, now money.BillingJob, changes []EntryUpdate,
) (_ money.BillingJob, err error) {
	defer core.Wrap(&err, "AdvanceJob", w, was.ID)
	return s.advance(ctx, w, was, now, rerateActions(w, changes))
}

// advance writes the next state of a job together with the writes of a step.
func (s *Store) advance(
	ctx context.Context, w domain.ID, was, now money.BillingJob, step []table.Action,
) (money.BillingJob, error) {
	now.Version = was.Version + 1
	job := table.UpdateAttributes(table.Encode(key.Job(w, now.ID), now), was.Version,
		core.Attributes[money.BillingJob]("Status", "Tally", "Position", "FinishedAt", "IsMarking",
			"OtherEntry")...).Or(ErrJobChanged)
	actions := append([]table.Action{job}, step...)
	if now.Status != domain.JobRunning {
		mine := core.Field[RunningJob]("ID").Equal(expression.Value(string(now.ID)))
		actions = append(actions, table.Delete(key.RunningJob(w)).Provided(mine).Or(ErrJobChanged))
	}
	if now.Status == domain.JobCancelled || now.OtherEntry != "" {
		actions = append(actions, s.AuditActions(ctx, w, audit.JobCancellation(was, now))...)
	}
	if err := s.Table.Commit(ctx, actions...); err != nil {
		return was, err
	}
	return now, nil
}

// EntriesAfter reads some of a user's entries that start in the span, oldest
// first, from behind a position on; strongly consistent. It reads at most limit
// entries and 1 MB; more is true when it stopped before the end.
func (s *Store) EntriesAfter(
	ctx context.Context, w domain.ID, at money.JobPosition, in timelog.Span, limit int,
) (some []timelog.Entry, more bool, err error) {
	defer core.Wrap(&err, "EntriesAfter", w)
	r := timedb.StartTimeRange(table.ByLSK, key.TimePK(w, at.User), in.From, in.To)
	r.Descending = false
	if at.Start != nil {
		r.From = max(r.From, key.StartLSK(*at.Start, at.Entry)+" ") // behind that entry
	}
	rows, next, err := s.Table.Query(ctx, r, nil, limit)
	if err != nil {
		return nil, false, err
	}
	err = table.VisitRows(s.Table, rows, func(e timelog.Entry) error {
		some = append(some, e)
		return nil
	})
	return some, len(next) > 0, err
}

// ChangeBilling writes the billing settings of a workspace in place of those that
// were read. The new ones have the next version. Errors: conflict when they were
// changed concurrently.
func (s *Store) ChangeBilling(ctx context.Context, w domain.ID, was, now money.Billing) (err error) {
	defer core.Wrap(&err, "ChangeBilling", w)
	changed := s.AuditActions(ctx, w, audit.BillingChange(w, was, now))
	return s.Table.Commit(ctx, append(changed, table.Replace(table.Encode(key.Billing(w), now), was.Version))...)
}
