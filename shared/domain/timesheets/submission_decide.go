package timesheets

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

// MayDecide reports whether a member of the workspace may decide on a line. Owners and admins
// decide on all lines. Managers decide on lines of the projects that they manage, but not on
// their own time.
func (s Submission) MayDecide(l LineState, u domain.ID, role people.Role, managed map[domain.ID]bool) bool {
	switch role {
	case people.RoleOwner, people.RoleAdmin:
		return true
	case people.RoleUser:
		return s.UserID != u && managed[l.ProjectID]
	default:
		return false
	}
}

// Step is a submission after an event of it, with the event.
type Step struct {
	Now   Submission
	Event SubmissionEvent
}

// MaxRejectedAtOnce is how many lines one Decide rejects. Each has an event, and one transaction has them all.
const MaxRejectedAtOnce = 50

// Decide rejects the chosen lines for one reason, and approves the others, of those that are pending and that the
// caller may decide on. The steps have one event each, and belong into one write. There are none if nothing is pending.
// Errors: conflict for a withdrawn submission.
func (s Submission) Decide(may, isRejected func(LineState) bool, reason *domain.Text, by Actor,
	now domain.Instant) (steps []Step, err error) {
	next := s
	add := func(after Submission, e *SubmissionEvent, failed error) {
		if err = failed; failed == nil && e != nil {
			next, steps = after, append(steps, Step{after, *e})
		}
	}
	for _, l := range s.Lines {
		if err == nil && l.Status == LinePending && may(l) && isRejected(l) {
			add(next.Reject(l.Number, reason, by, now))
		}
	}
	if err == nil {
		add(next.ApproveAll(may, by, now))
	}
	return steps, err
}

// PendingFor lists the lines that are pending and that the caller may decide on.
func (s Submission) PendingFor(may func(LineState) bool) []LineState {
	return slices.DeleteFunc(slices.Clone(s.Lines), func(l LineState) bool { return l.Status != LinePending || !may(l) })
}
