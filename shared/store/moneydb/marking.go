package moneydb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// MaxMarkedEntries is how many entries one transaction marks without a job, besides the audit event.
const MaxMarkedEntries = table.MaxActions - 1

// MarkEntries changes the marks of entries that were read, all or none. Errors: ErrRerateConflict when an entry is
// not as it was read, or a job holds it since.
func (s *Store) MarkEntries(
	ctx context.Context, w domain.ID, changes []EntryUpdate, events ...audit.Event,
) (err error) {
	defer core.Wrap(&err, "MarkEntries", w)
	if len(changes) == 0 {
		return nil
	}
	return s.Table.Commit(ctx, append(markActions(w, changes), s.AuditActions(ctx, w, events...)...)...)
}

// markActions change the mark alone, so that a submission may claim the entries at the same time.
func markActions(w domain.ID, changes []EntryUpdate) []table.Action {
	attributes := core.Attributes[timelog.Entry]("Invoice", "HeldBy", "UpdatedAt")
	actions := make([]table.Action, len(changes))
	for i, c := range changes {
		actions[i] = table.UpdateAttributes(timedb.EntryItem(w, c.Now), c.Was.Version, attributes...).
			Provided(timedb.InvoiceUnchanged(c.Was)).Or(ErrRerateConflict)
	}
	return actions
}

// MarkingStep is what one step of a job that marks entries does with entries that were read.
type MarkingStep struct {
	Hold []timelog.Entry // the job holds them from now on
	Mark []EntryUpdate   // the job has held them, and marks them
}

// AdvanceMarking writes the next state of a job that marks entries, together with a step. Errors: as AdvanceJob.
func (s *Store) AdvanceMarking(
	ctx context.Context, w domain.ID, was, now money.BillingJob, x MarkingStep,
) (_ money.BillingJob, err error) {
	defer core.Wrap(&err, "AdvanceMarking", w, was.ID)
	actions := markActions(w, x.Mark)
	for _, e := range x.Hold {
		hold := expression.Set(expression.Name(timedb.AttrHold), expression.Value(string(now.ID)))
		actions = append(actions, table.Update(key.Entry(w, e.UserID, e.ID), hold).
			Provided(timedb.EntryUnchanged(e)).Or(ErrRerateConflict))
	}
	return s.advance(ctx, w, was, now, actions)
}
