package domain

import "stint/shared/problem"

// Locks are the submissions that stamps name, by id: what has to be read to
// know which entries are locked. A submission that is not there holds nothing.
type Locks map[ID]Submission

// StampedSubmissionIDs lists the submissions that the entries' stamps name, each once.
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

// LockedBy gives the submission that locks the entry; "" is none.
func (l Locks) LockedBy(e Entry) ID {
	if e.Stamp == nil {
		return ""
	}
	if s, ok := l[e.Stamp.SubmissionID]; ok && s.LocksStamp(*e.Stamp) {
		return s.ID
	}
	return ""
}

// ClaimedBy gives the submission in the making that has claimed the entry and is
// not visible yet; ok is false when there is none.
func (l Locks) ClaimedBy(e Entry) (s Submission, ok bool) {
	if e.Stamp == nil {
		return s, false
	}
	s, ok = l[e.Stamp.SubmissionID]
	return s, ok && s.RoundInProgress != nil && s.RoundInProgress.Round == e.Stamp.Round
}

// IsBlocked reports whether the entry cannot be changed now: it is locked, or being
// submitted at this moment.
func (l Locks) IsBlocked(e Entry, now Instant) bool {
	if l.LockedBy(e) != "" {
		return true
	}
	s, claimed := l.ClaimedBy(e)
	return claimed && now.Before(s.RoundInProgress.LeaseUntil.Time)
}

// ErrLocked is what a change of a locked entry is told.
var ErrLocked = problem.Conflict("The entry is locked: it belongs to a submitted or approved line of a timesheet.")

// ErrSubmitting is what a change of an entry is told that is being submitted.
var ErrSubmitting = problem.Conflict("The entry is being submitted at this moment. Try again.")
