package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// What who submits is told. After ErrClaimConflict and ErrOverlapGuard the period may be read
// anew.
var (
	// ErrClaimConflict: an entry was changed or claimed between reading and submitting.
	ErrClaimConflict  = problem.Conflict("An entry of the period was changed meanwhile. Try again.")
	errTimerRunning   = problem.Conflict("A timer is running in the period. Stop it first.")
	errRoundAbandoned = problem.Conflict("The submission was set aside by another one, or took too long. Try again.")
)

// maxClaimsInOneWrite is how many claims go into one transaction with the submission
// itself.
const maxClaimsInOneWrite = 90

// SubmissionWrite is a round of a submission that is to be written.
type SubmissionWrite struct {
	Round    domain.SubmissionRound
	Was      *domain.Submission // as it was read; nil for a new one
	Now      domain.Submission  // as it is to be
	Event    domain.SubmissionEvent
	Guard    int64 // the owner's guard as it was read before their other submissions; for a new one only
	Remember domain.ReplayRecord
}

// Submit claims the entries of a sheet and makes the submission of it: all at
// once, or nothing that anybody would see. Errors: conflict when the submission
// was changed meanwhile or a timer runs in the period; ErrClaimConflict when an entry
// was, ErrOverlapGuard when its owner submitted something else meanwhile.
func (s *Store) Submit(ctx context.Context, w domain.ID, x SubmissionWrite) error {
	if len(x.Round.Claims) > maxClaimsInOneWrite {
		return s.submitLarge(ctx, w, x)
	}
	actions := append(s.rememberActions(x.Remember), x.submissionAction(w))
	if x.Was == nil {
		actions = append(actions, table.Create(submissionPointerItem(w, x.Now)), raiseOverlapGuard(w, x.Now.UserID, x.Guard))
	}
	actions = append(actions, x.roundActions(w)...)
	return s.table.Commit(ctx, append(actions, claimActions(w, x.Round.Claims)...)...)
}

// submissionAction writes the submission itself, in one go.
func (x SubmissionWrite) submissionAction(w domain.ID) table.Action {
	it := submissionItem(w, x.Now)
	if x.Was == nil {
		return table.Create(it).Or(ErrSubmissionChanged)
	}
	return table.Replace(it, x.Was.Version).Provided(noNewerRound(*x.Was)).Or(ErrSubmissionChanged)
}

// noNewerRound holds while no other round was begun. So a round's number is never
// used twice.
func noNewerRound(was domain.Submission) expression.ConditionBuilder {
	return expression.Name("tried").Equal(expression.Value(was.LastStartedRound))
}

// roundActions is what a visible submission brings along: its lines in place of those
// before, its event, and that no timer runs in its period.
func (x SubmissionWrite) roundActions(w domain.ID) []table.Action {
	id := x.Now.ID
	actions := []table.Action{
		table.Create(table.Encode(linesKey(w, id, x.Now.Round), roundLines{Round: x.Now.Round, Lines: x.Round.Lines})),
		table.Create(table.Encode(eventKey(w, id, x.Event.Version), x.Event)).Or(ErrSubmissionChanged),
		table.Check(timerKey(w, x.Now.UserID), noTimerIn(x.Now.From, x.Now.To)).Or(errTimerRunning),
	}
	if x.Was != nil {
		actions = append(actions, table.Delete(linesKey(w, id, x.Was.Round)))
	}
	return actions
}

// noTimerIn holds while no timer runs that started in the period.
func noTimerIn(from, to domain.Instant) expression.ConditionBuilder {
	start := expression.Name("start")
	return expression.Or(start.AttributeNotExists(),
		start.LessThan(expression.Value(from.String())),
		start.GreaterThanEqual(expression.Value(to.String())))
}

// claimActions lay the stamps on entries that are as they were read.
func claimActions(w domain.ID, all []domain.Claim) []table.Action {
	actions := make([]table.Action, len(all))
	for i, c := range all {
		k := entryKey(w, c.Entry.UserID, c.Entry.ID)
		stamp := expression.Set(expression.Name(attrStamp), expression.Value(c.Stamp.String()))
		actions[i] = table.Update(k, stamp).Provided(entryUnchanged(c.Entry)).Provided(totalsUnchanged(w, c.Entry)).Or(ErrClaimConflict)
	}
	return actions
}

// totalsAttributes are the attributes of an entry that its line's totals are made from.
var totalsAttributes = []string{"pid", "tid", "start", "stop", "billable", "rate", "cur"}

// totalsUnchanged holds while an entry counts as it did when it was read. Its version
// does not say so by itself: an entry may have been deleted, and another one
// made under the same id.
func totalsUnchanged(w domain.ID, e domain.Entry) expression.ConditionBuilder {
	it := table.Encode(entryKey(w, e.UserID, e.ID), e)
	all := table.Present
	for _, name := range totalsAttributes {
		same := expression.Name(name).AttributeNotExists()
		if value, ok := it[name]; ok {
			same = expression.Name(name).Equal(expression.Value(value))
		}
		all = expression.And(all, same)
	}
	return all
}

func submissionPointerItem(w domain.ID, sub domain.Submission) table.Item {
	return table.Encode(submissionPointerKey(w, sub.UserID, sub.PeriodStart, sub.ID), submissionPointer{ID: sub.ID})
}
