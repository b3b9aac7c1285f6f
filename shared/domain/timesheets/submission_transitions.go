package timesheets

import (
	"stint/shared/domain"
	"stint/shared/problem"
)

// The transitions of a submission. Each returns the submission afterwards and the
// event of it, one event for one version. A transition that changes nothing
// returns no event.

// Withdraw withdraws the submission and unlocks all of its entries. Errors:
// conflict for an approved submission.
func (s Submission) Withdraw(by Actor, now domain.Instant) (Submission, *SubmissionEvent, error) {
	switch s.Status() {
	case Withdrawn:
		return s, nil, nil
	case Approved:
		return s, nil, problem.Conflict(problem.SubmissionState,
			"An approved submission cannot be withdrawn. An owner or admin can reopen it.")
	}
	next := s
	next.Withdrawn = true
	return next.recordIfChanged(s, SubmissionEvent{Type: EventWithdrawn, At: now, Actor: by})
}

// Reopen makes every line of an approved submission pending again and voids the
// client links without a decision. Errors: conflict unless it is approved.
func (s Submission) Reopen(by Actor, now domain.Instant) (Submission, *SubmissionEvent, error) {
	if s.Status() != Approved {
		return s, nil, problem.Conflict(problem.SubmissionState, "Only an approved submission can be reopened.")
	}
	next := s.setLineStatus(func(l LineState) bool { return true }, LinePending, 0)
	next.Reopens++
	return next.recordIfChanged(s, SubmissionEvent{Type: EventReopened, At: now, Actor: by})
}

// ApproveAll approves every pending line that the caller may decide on. Errors:
// conflict for a withdrawn submission.
func (s Submission) ApproveAll(may func(LineState) bool, by Actor,
	now domain.Instant) (Submission, *SubmissionEvent, error) {
	if s.Withdrawn {
		return s, nil, errWithdrawn
	}
	pending := func(l LineState) bool { return l.Status == LinePending && may(l) }
	next := s.setLineStatus(pending, LineApproved, s.Version+1)
	return next.recordIfChanged(s, SubmissionEvent{Type: EventApprovedAll, At: now, Actor: by})
}

// Approve approves one line. Errors: conflict for a rejected line, which has to be
// resubmitted first, and in a withdrawn submission.
func (s Submission) Approve(n int, by Actor, now domain.Instant) (Submission, *SubmissionEvent, error) {
	return s.decideLine(n, LineApproved, SubmissionEvent{Type: EventLineApproved, At: now, Actor: by})
}

// Reject rejects one line and so unlocks its entries. A rejected line stays as it is, with its first
// reason, and has no event. Errors: conflict for an approved line, and in a withdrawn submission.
func (s Submission) Reject(n int, reason *domain.Text, by Actor,
	now domain.Instant) (Submission, *SubmissionEvent, error) {
	return s.decideLine(n, LineRejected, SubmissionEvent{Type: EventLineRejected, At: now, Actor: by, Reason: reason})
}

var errWithdrawn = problem.Conflict(problem.SubmissionState, "The submission was withdrawn.")

func (s Submission) decideLine(n int, status LineStatus, e SubmissionEvent) (Submission, *SubmissionEvent, error) {
	line, _ := s.Line(n)
	switch {
	case s.Withdrawn:
		return s, nil, errWithdrawn
	case line.Status == status:
		return s, nil, nil
	case line.Status == LineRejected:
		return s, nil, problem.Conflict(problem.AlreadyDecided, "The line was rejected. Resubmit the submission first.")
	case line.Status == LineApproved:
		return s, nil, problem.Conflict(problem.AlreadyDecided, "The line was approved. Reopen the submission first.")
	}
	e.LineID = s.LineID(n)
	return s.setLineStatus(func(l LineState) bool { return l.Number == n }, status, s.Version+1).recordIfChanged(s, e)
}

// setLineStatus sets the status of the chosen lines; decided is the version of the
// event that decides them.
func (s Submission) setLineStatus(chosen func(LineState) bool, status LineStatus, decided int64) Submission {
	lines := make([]LineState, len(s.Lines))
	for i, l := range s.Lines {
		if chosen(l) && l.Status != status {
			l.Status, l.DecisionVersion = status, decided
			l.Version++
		}
		lines[i] = l
	}
	s.Lines = lines
	return s
}

// recordIfChanged is record if the submission changed; otherwise it returns the
// submission as it was, without an event.
func (s Submission) recordIfChanged(was Submission, e SubmissionEvent) (Submission, *SubmissionEvent, error) {
	if s.sameLineStatuses(was) && s.Withdrawn == was.Withdrawn && s.Reopens == was.Reopens {
		return was, nil, nil
	}
	next, event := s.record(was, e)
	return next, event, nil
}

// record is the submission with its next version, and the event of that version.
func (s Submission) record(was Submission, e SubmissionEvent) (Submission, *SubmissionEvent) {
	s.Version = was.Version + 1
	s.UpdatedAt = &e.At
	s.RoundInProgress = nil // a round that started from the old version is void
	e.ID, e.Version = domain.NewID(), s.Version
	e.FromStatus, e.ToStatus = was.Status(), s.Status()
	if !was.Visible() {
		e.FromStatus = ""
	}
	return s, &e
}

func (s Submission) sameLineStatuses(was Submission) bool {
	for i, l := range s.Lines {
		if i >= len(was.Lines) || l.Status != was.Lines[i].Status {
			return false
		}
	}
	return len(s.Lines) == len(was.Lines)
}
