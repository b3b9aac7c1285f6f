package timesheets

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// Locks are the submissions that the stamps of some entries name, by id. They
// decide which of the entries are locked. A stamp of a submission that does not
// exist locks nothing.
type Locks map[domain.ID]Submission

// StampedSubmissionIDs lists the submissions that the entries' stamps name, each once.
func StampedSubmissionIDs(entries ...timelog.Entry) []domain.ID {
	var ids []domain.ID
	seen := map[domain.ID]bool{}
	for _, e := range entries {
		if e.Stamp != nil && !seen[e.Stamp.SubmissionID] {
			seen[e.Stamp.SubmissionID] = true
			ids = append(ids, e.Stamp.SubmissionID)
		}
	}
	return ids
}

// LocksStamp reports whether the submission locks an entry with that stamp. It
// does while the stamp's line is pending or approved and consists of the stamp's
// round.
func (s Submission) LocksStamp(st timelog.Stamp) bool {
	line := s.lineOf(st)
	return line == timelog.LineSubmitted || line == timelog.LineApproved
}

// LockedBy is the submission that locks the entry; "" if it is not locked.
func (l Locks) LockedBy(e timelog.Entry) domain.ID {
	if e.Stamp == nil {
		return ""
	}
	if s, ok := l[e.Stamp.SubmissionID]; ok && s.LocksStamp(*e.Stamp) {
		return s.ID
	}
	return ""
}

// ClaimedBy is the submission whose round in progress has claimed the entry; ok
// is false if there is none.
func (l Locks) ClaimedBy(e timelog.Entry) (s Submission, ok bool) {
	if e.Stamp == nil {
		return s, false
	}
	s, ok = l[e.Stamp.SubmissionID]
	return s, ok && s.RoundInProgress != nil && s.RoundInProgress.Round == e.Stamp.Round
}

// Reason is what locks the entry; "" if it is not locked.
func (l Locks) Reason(e timelog.Entry) timelog.LockReason {
	switch {
	case e.Invoice != "":
		return timelog.LockInvoiced
	case l.LockedBy(e) != "":
		return timelog.LockSubmitted
	}
	return ""
}

// IsBlocked reports whether the entry cannot be changed now, because it is locked
// or because it is being submitted.
func (l Locks) IsBlocked(e timelog.Entry, now domain.Instant) bool {
	if l.Reason(e) != "" {
		return true
	}
	s, claimed := l.ClaimedBy(e)
	return claimed && s.IsBeingMade(now)
}

// ErrLocked refuses a change of a locked entry.
var ErrLocked = problem.Conflict(problem.EntryIsLocked,
	"The entry is locked: it belongs to a submitted or approved line of a timesheet.")

// ErrInvoiced refuses a change of an invoiced entry.
var ErrInvoiced = problem.Conflict(problem.EntryIsInvoiced,
	"The entry is locked: it is invoiced. Take its invoice away first, with POST /api/entries:invoice.")

// ErrSubmitting refuses a change of an entry that is being submitted.
var ErrSubmitting = problem.Conflict(problem.EntryIsLocked, "The entry is being submitted. Try again.")

// LineOf is the status of the line that an entry belongs to. The entry is locked while it
// is timelog.LineSubmitted or timelog.LineApproved.
func (l Locks) LineOf(e timelog.Entry) timelog.LineOfEntry {
	if e.Stamp == nil {
		return timelog.NotSubmitted
	}
	return l[e.Stamp.SubmissionID].lineOf(*e.Stamp)
}

func (s Submission) lineOf(st timelog.Stamp) timelog.LineOfEntry {
	l, ok := s.Line(st.Line)
	switch {
	case !ok, !s.Visible(), s.Withdrawn, st.SubmissionID != s.ID, !slices.Contains(l.Rounds, st.Round):
		return timelog.NotSubmitted
	case l.Status == LineApproved:
		return timelog.LineApproved
	case l.Status == LineRejected:
		return timelog.LineRejected
	}
	return timelog.LineSubmitted
}
