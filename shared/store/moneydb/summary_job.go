package moneydb

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/dynamo"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// A summary job has what it summed up in a partition of its own, in parts, because one item may not hold it. Each
// turn writes a new state, and the job names the last one that is whole.

// SummaryPart is a part of what a summary job has summed up.
type SummaryPart struct {
	Packed []byte `db:"sums"`
}

// bytesPerPart is how much one item holds.
const bytesPerPart = 300_000

// unitsOfSummary is what the start of a job counts, in read units: as ten requests. A job of a small workspace
// needs fewer, and that of the largest one 39,000, of which each workspace runs one at a time.
const unitsOfSummary = 5_000

// StartSummaryJob writes a job, the work that makes it, and the record that gives the answer again. Errors: conflict
// while another job runs; rate_limited.
func (s *Store) StartSummaryJob(ctx context.Context, w domain.ID, j reports.SummaryJob,
	r domain.ReplayRecord) (err error) {
	defer core.Wrap(&err, "StartSummaryJob", w, j.ID)
	if err := table.CountAhead(ctx, unitsOfSummary); err != nil {
		return err
	}
	guard := table.WithExpiry(table.Encode(key.RunningSummary(w), RunningJob{j.ID}), j.ExpiresAt().Time)
	return s.Table.Commit(ctx, append(s.RememberActions(r),
		table.Create(guard).Or(reports.ErrSummaryRunning),
		table.Create(summaryItem(w, j)),
		core.Enqueue(domain.Work{ID: domain.NewID(), Kind: reports.WorkSummaryJob, WorkspaceID: w, TargetID: j.ID,
			CreatedAt: j.StartedAt}, j.StartedAt))...)
}

func summaryItem(w domain.ID, j reports.SummaryJob) table.Item {
	return table.WithExpiry(table.Encode(key.SummaryJob(w, j.ID), j), j.ExpiresAt().Time)
}

// SummaryJob reads a job. Errors: not_found.
func (s *Store) SummaryJob(ctx context.Context, w, id domain.ID) (_ reports.SummaryJob, err error) {
	defer core.Wrap(&err, "SummaryJob", w, id)
	return table.GetExisting[reports.SummaryJob](ctx, s.Table, key.SummaryJob(w, id))
}

// SummaryState reads what a job has summed up.
func (s *Store) SummaryState(ctx context.Context, w domain.ID, j reports.SummaryJob) (packed []byte, err error) {
	defer core.Wrap(&err, "SummaryState", w, j.ID)
	if j.State == "" {
		return nil, nil
	}
	r := table.PrefixRange(table.Base, key.SummarySumsPK(w, j.ID), key.SummarySumsPrefix(j.State))
	err = table.Walk(ctx, s.Table, r, func(part SummaryPart) error {
		packed = append(packed, part.Packed...)
		return nil
	})
	return packed, err
}

// AdvanceSummaryJob writes the next state of a job, with what it has summed up. A job that has ended makes room
// for another one. Errors: ErrJobChanged when the job is not as it was read.
func (s *Store) AdvanceSummaryJob(
	ctx context.Context, w domain.ID, was, now reports.SummaryJob, packed []byte,
) (_ reports.SummaryJob, err error) {
	defer core.Wrap(&err, "AdvanceSummaryJob", w, was.ID)
	now.State, now.Version = domain.NewID(), was.Version+1
	part := 0
	for some := range slices.Chunk(packed, bytesPerPart) {
		it := table.Encode(key.SummarySums(w, now.ID, now.State, part), SummaryPart{some})
		if err := s.Table.Commit(ctx, table.Put(table.WithExpiry(it, now.ExpiresAt().Time))); err != nil {
			return was, err
		}
		part++
	}
	attributes := append(core.Attributes[reports.SummaryJob]("Status", "Next", "Days", "State", "FinishedAt", "Reason"),
		dynamo.AttrExpires)
	actions := []table.Action{table.UpdateAttributes(summaryItem(w, now), was.Version, attributes...).Or(ErrJobChanged)}
	if now.Status != domain.JobRunning {
		mine := core.Field[RunningJob]("ID").Equal(expression.Value(string(now.ID)))
		actions = append(actions, table.Delete(key.RunningSummary(w)).Provided(mine).Or(ErrJobChanged))
	}
	if err := s.Table.Commit(ctx, actions...); err != nil {
		return was, err
	}
	return now, s.removeSummaryState(ctx, w, was)
}

// removeSummaryState removes a state that no job names any more. One that stays, because its request died, expires.
func (s *Store) removeSummaryState(ctx context.Context, w domain.ID, j reports.SummaryJob) error {
	if j.State == "" {
		return nil
	}
	r := table.PrefixRange(table.Base, key.SummarySumsPK(w, j.ID), key.SummarySumsPrefix(j.State))
	return s.Table.WalkItems(ctx, r, func(it table.Row) error {
		return s.Table.Commit(ctx, table.Delete(table.KeyOf(it)))
	})
}
