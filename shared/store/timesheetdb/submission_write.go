package timesheetdb

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// Errors of Submit. After ErrClaimConflict and ErrOverlapGuard the caller may read
// the period again and retry.
var (
	// ErrClaimConflict: an entry was changed or claimed between reading and
	// submitting.
	ErrClaimConflict = problem.Conflict(problem.WriteRace,
		"An entry of the period was changed by another request. Try again.")
	errTimerRunning   = problem.Conflict(problem.TimerRunning, "A timer is running in the period. Stop it first.")
	errRoundAbandoned = problem.Conflict(problem.WriteRace,
		"Another request replaced this submission, or it took too long. Try again.")
)

// maxOneWrite is MaxOneWrite, unless it is set.
const maxOneWrite = 90

// SubmissionWrite is a round of a submission to write.
type SubmissionWrite struct {
	Round    timesheets.SubmissionRound
	Was      *timesheets.Submission // as it was read; nil for a new one
	Now      timesheets.Submission  // as it is to be written
	Event    timesheets.SubmissionEvent
	Guard    int64 // the submitter's overlap guard as it was read before their other submissions; of a new submission only
	Marks    Marks // of the entries as they were read
	Remember domain.ReplayRecord
}

// submitTime is SubmitTime, unless it is set.
const submitTime = 20 * time.Second

// WithSubmitTime bounds the time in which a request reads a timesheet and submits it.
func (s *Store) WithSubmitTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.SubmitTime)
}

// Submit claims the entries of a round and makes the submission of them:
// everything, or nothing that is visible. Errors: conflict when the submission
// was changed concurrently or a timer runs in the period; ErrClaimConflict when
// an entry was changed; ErrOverlapGuard when its owner submitted another
// timesheet concurrently; service_unavailable, also when the context ends before the turn
// of a large round.
func (s *Store) Submit(ctx context.Context, w domain.ID, x SubmissionWrite) (err error) {
	defer core.Wrap(&err, "Submit", w)
	if len(x.Round.Claims) > s.MaxOneWrite {
		return s.submitLarge(ctx, w, x)
	}
	actions := append(s.RememberActions(x.Remember), x.submissionAction(w, s.Instant()))
	if x.Was == nil {
		actions = append(actions, table.Create(submissionPointerItem(w, x.Now)),
			timedb.RaiseOverlapGuard(w, x.Now.UserID, x.Guard))
	}
	actions = append(actions, x.roundActions(w)...)
	actions = append(actions, s.AuditActions(ctx, w, audit.SubmissionChange(x.Now, x.Event, nil))...)
	actions = append(actions, s.submissionMails(w, x.Now, x.Event, nil)...)
	return s.Table.Commit(ctx, append(actions, x.claimActions(w, x.Round.Claims)...)...)
}

// submissionAction writes the submission itself.
func (x SubmissionWrite) submissionAction(w domain.ID, now domain.Instant) table.Action {
	x.Now = x.Now.RememberProjects(x.Was, now)
	it := submissionItem(w, x.Now)
	if x.Was == nil {
		return table.Create(it).Or(ErrSubmissionChanged)
	}
	return table.Replace(it, x.Was.Version).Provided(noNewerRound(*x.Was)).Or(ErrSubmissionChanged)
}

// noNewerRound holds while no other round was started, so that a round's number
// is never used twice.
func noNewerRound(was timesheets.Submission) expression.ConditionBuilder {
	return core.Field[timesheets.Submission]("LastStartedRound").Equal(expression.Value(was.LastStartedRound))
}

// roundActions are the writes that make a round visible: its lines in place of
// those before, its event, and the check that no timer runs in its period.
func (x SubmissionWrite) roundActions(w domain.ID) []table.Action {
	id := x.Now.ID
	actions := []table.Action{
		table.Create(table.Encode(key.Lines(w, id, x.Now.Round), RoundLines{Round: x.Now.Round, Lines: x.Round.Lines})),
		table.Create(table.Encode(key.Event(w, id, x.Event.Version), x.Event)).Or(ErrSubmissionChanged),
		table.Check(key.Timer(w, x.Now.UserID), noTimerIn(x.Now.From, x.Now.To)).Or(errTimerRunning),
	}
	if x.Was != nil {
		actions = append(actions, table.Delete(key.Lines(w, id, x.Was.Round)))
	}
	return actions
}

// noTimerIn holds while no timer runs that started in the period, as Span.Contains has it.
func noTimerIn(from, to domain.Instant) expression.ConditionBuilder {
	start := core.Field[timelog.Entry]("StartedAt")
	return expression.Or(start.AttributeNotExists(),
		start.LessThan(expression.Value(from.String())),
		start.GreaterThanEqual(expression.Value(to.String())))
}

// claimActions put the stamps on entries that are as they were read.
func (x SubmissionWrite) claimActions(w domain.ID, all []timesheets.Claim) []table.Action {
	actions := make([]table.Action, len(all))
	for i, c := range all {
		k := key.Entry(w, c.Entry.UserID, c.Entry.ID)
		stamp := expression.Set(expression.Name(timedb.AttrStamp), expression.Value(c.Stamp.String()))
		actions[i] = table.Upsert(k, stamp).Provided(x.claimable(w, c.Entry)).Or(ErrClaimConflict)
	}
	return actions
}

// claimable holds while an entry is as it was read. Every write renews the mark of an item,
// so one comparison is enough. Comparing a dozen attributes takes a quarter of the
// embedded engine's time for a submission. An item without a mark is compared by them.
func (x SubmissionWrite) claimable(w domain.ID, e timelog.Entry) expression.ConditionBuilder {
	if mark := x.Marks[e.ID]; mark.IsSet() {
		return mark.Unchanged()
	}
	return expression.And(timedb.EntryUnchanged(e), totalsUnchanged(w, e))
}

// totalsAttributes are the attributes of an entry that the totals of its line
// depend on.
var totalsAttributes = core.Attributes[timelog.Entry](
	"ProjectID", "TaskID", "StartedAt", "StoppedAt", "IsBillable", "HourlyRate", "Currency",
)

// totalsUnchanged holds while an entry counts as it did when it was read. The
// version alone is not enough: the entry may have been deleted and another one
// created under the same id.
func totalsUnchanged(w domain.ID, e timelog.Entry) expression.ConditionBuilder {
	it := table.Encode(key.Entry(w, e.UserID, e.ID), e)
	all := table.Present
	for _, name := range totalsAttributes {
		all = expression.And(all, core.SameAttribute(it, name))
	}
	return all
}

func submissionPointerItem(w domain.ID, sub timesheets.Submission) table.Item {
	return table.Encode(key.SubmissionPointer(w, sub.UserID, sub.PeriodStart, sub.ID), SubmissionPointer{ID: sub.ID})
}
