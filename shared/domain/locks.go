package domain

import "stint/shared/problem"

// Locks are the submissions that stamps name, by id. They decide which entries are
// locked. A submission that does not exist locks nothing.
type Locks map[ID]Submission

// StampedSubmissionIDs lists the submissions that the stamps of the entries name,
// each once.
func StampedSubmissionIDs(entries ...Entry) []ID {
	var ids []ID
	seen := map[ID]bool{}
	for _, e := range entries {
		if e.Stamp != nil && !seen[e.Stamp.SubmissionID] {
			seen[e.Stamp.SubmissionID] = true
			ids = append(ids, e.Stamp.SubmissionID)
		}
	}
	return ids
}

// LockedBy is the submission that locks the entry; "" is none.
func (l Locks) LockedBy(e Entry) ID {
	if e.Stamp == nil {
		return ""
	}
	if s, ok := l[e.Stamp.SubmissionID]; ok && s.LocksStamp(*e.Stamp) {
		return s.ID
	}
	return ""
}

// ClaimedBy is the submission whose round in progress has claimed the entry; ok is
// false when there is none.
func (l Locks) ClaimedBy(e Entry) (s Submission, ok bool) {
	if e.Stamp == nil {
		return s, false
	}
	s, ok = l[e.Stamp.SubmissionID]
	return s, ok && s.RoundInProgress != nil && s.RoundInProgress.Round == e.Stamp.Round
}

// IsBlocked reports whether the entry cannot be changed now: it is locked, or a
// round whose lease has not ended claims it.
func (l Locks) IsBlocked(e Entry, now Instant) bool {
	if l.LockedBy(e) != "" {
		return true
	}
	s, claimed := l.ClaimedBy(e)
	return claimed && now.Before(s.RoundInProgress.LeaseUntil.Time)
}

// ErrLocked refuses the change of a locked entry.
var ErrLocked = problem.Conflict("The entry is locked: it belongs to a submitted or approved line of a timesheet.")

// ErrSubmitting refuses the change of an entry that is being submitted.
var ErrSubmitting = problem.Conflict("The entry is being submitted at this moment. Try again.")
