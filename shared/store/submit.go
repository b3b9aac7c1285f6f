package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
)

// What who submits is told. After ErrClaim and ErrGuard the period may be read
// anew.
var (
	// ErrClaim: an entry was changed or claimed between reading and submitting.
	ErrClaim     = problem.Clash("An entry of the period was changed meanwhile. Try again.")
	errRunning   = problem.Clash("A timer is running in the period. Stop it first.")
	errSetAside  = problem.Clash("The submission was set aside by another one, or took too long. Try again.")
	errOverwrite = problem.Clash("The submission was changed meanwhile. Read it again.")
)

// smallSheet is how many claims go into one transaction with the submission
// itself.
const smallSheet = 90

// Submit is a round of a submission that is to be written.
type Submit struct {
	Sheet    domain.Sheet
	Was      *domain.Submission // as it was read; nil for a new one
	Now      domain.Submission  // as it is to be
	Event    domain.SubmissionEvent
	Guard    int64 // the owner's guard as it was read before their other submissions; for a new one only
	Remember domain.Remember
}

// Submit claims the entries of a sheet and makes the submission of it: all at
// once, or nothing that anybody would see. Errors: conflict when the submission
// was changed meanwhile or a timer runs in the period; ErrClaim when an entry
// was, ErrGuard when its owner submitted something else meanwhile.
func (s *Store) Submit(ctx context.Context, w domain.ID, x Submit) error {
	if len(x.Sheet.Claims) > smallSheet {
		return s.submitLarge(ctx, w, x)
	}
	actions := append(s.remembering(x.Remember), x.head(w))
	if x.Was == nil {
		actions = append(actions, create(pointerOf(w, x.Now)), guardAction(w, x.Now.UserID, x.Guard))
	}
	actions = append(actions, x.rest(w)...)
	return s.commit(ctx, append(actions, claims(w, x.Sheet.Claims)...)...)
}

// head writes the submission itself, in one go.
func (x Submit) head(w domain.ID) action {
	it := headItem(w, x.Now)
	if x.Was == nil {
		return create(it).or(errOverwrite)
	}
	return replace(it, x.Was.Version).provided(sameTried(*x.Was)).or(errOverwrite)
}

// sameTried holds while no other round was begun. So a round's number is never
// used twice.
func sameTried(was domain.Submission) expression.ConditionBuilder {
	return expression.Name("tried").Equal(expression.Value(was.Tried))
}

// rest is what a visible submission brings along: its lines in place of those
// before, its event, and that no timer runs in its period.
func (x Submit) rest(w domain.ID) []action {
	id := x.Now.ID
	actions := []action{
		create(encode(linesKey(w, id, x.Now.Round), lineTotals{Round: x.Now.Round, Lines: x.Sheet.Lines})),
		create(encode(eventKey(w, id, x.Event.Version), x.Event)).or(errOverwrite),
		check(timerKey(w, x.Now.UserID), noTimerIn(x.Now.From, x.Now.To)).or(errRunning),
	}
	if x.Was != nil {
		actions = append(actions, erase(linesKey(w, id, x.Was.Round)))
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

// claims lay the stamps on entries that are as they were read.
func claims(w domain.ID, all []domain.Claim) []action {
	actions := make([]action, len(all))
	for i, c := range all {
		k := entryKey(w, c.Entry.UserID, c.Entry.ID)
		stamp := expression.Set(expression.Name(attrStamp), expression.Value(c.Stamp.String()))
		actions[i] = change(k, stamp).provided(asRead(c.Entry)).provided(asCounted(w, c.Entry)).or(ErrClaim)
	}
	return actions
}

// countedIn are the attributes of an entry that its line's totals are made from.
var countedIn = []string{"pid", "tid", "start", "stop", "billable", "rate", "cur"}

// asCounted holds while an entry counts as it did when it was read. Its version
// does not say so by itself: an entry may have been deleted, and another one
// made under the same id.
func asCounted(w domain.ID, e domain.Entry) expression.ConditionBuilder {
	it := encode(entryKey(w, e.UserID, e.ID), e)
	all := present
	for _, name := range countedIn {
		same := expression.Name(name).AttributeNotExists()
		if value, ok := it[name]; ok {
			same = expression.Name(name).Equal(expression.Value(value))
		}
		all = expression.And(all, same)
	}
	return all
}

func pointerOf(w domain.ID, sub domain.Submission) item {
	return encode(submissionPointerKey(w, sub.UserID, sub.PeriodStart, sub.ID), submissionPointer{ID: sub.ID})
}
