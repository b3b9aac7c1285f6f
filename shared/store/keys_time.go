package store

import (
	"fmt"

	"stint/shared/domain"
	"stint/shared/table"
)

// Under a user's time in a workspace.

const timerSK = "TIMER"

func timePK(w, u domain.ID) string { return workspacePK(w) + userTimeInfix + string(u) }

func projectTimePK(w, p domain.ID) string {
	return workspacePK(w) + projectTimeInfix + string(p)
}

func timerKey(w, u domain.ID) table.Key        { return key(timePK(w, u), timerSK) }
func overlapGuardKey(w, u domain.ID) table.Key { return key(timePK(w, u), "GUARD") }
func longTimerKey(w, u domain.ID) table.Key    { return key(timePK(w, u), "LONGTIMER") }
func keyGuardKey(w, u domain.ID) table.Key     { return key(timePK(w, u), "KEYGUARD") }
func entryKey(w, u, e domain.ID) table.Key     { return key(timePK(w, u), entryPrefix+string(e)) }

// entryExternalIDKey is the key of the guard of an entry's external id, which is unique
// among the entries and the timer of its owner.
func entryExternalIDKey(w, u domain.ID, x domain.ExternalID) table.Key {
	return key(timePK(w, u), externalIDPrefix+domain.Digest(x))
}

// startLSK is the order of entries and timers: their start, then their id.
func startLSK(at domain.Instant, id domain.ID) string { return startOf(at) + "#" + string(id) }

// startOf sorts before the entries that start at the given time or later,
// startBefore after those that start before it.
func startOf(at domain.Instant) string { return startPrefix + at.String() }

func startBefore(at domain.Instant) string {
	return table.PrefixEnd(startOf(at.Plus(-1e9)) + "#")
}

// entryPosition is the position of an entry in a list that no key range holds.
func entryPosition(e domain.Entry) table.Key {
	return key(startLSK(e.StartedAt, e.ID), string(e.UserID))
}

// submissionKey is the key of a submission. Its lines, events and client links
// have a partition of their own, so that reading the workspace's partition does
// not read them.
func submissionKey(w, s domain.ID) table.Key {
	return key(workspacePK(w), submissionPrefix+string(s))
}

func submissionPK(w, s domain.ID) string { return workspacePK(w) + submissionInfix + string(s) }

func linesKey(w, s domain.ID, round int) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%06d", linesPrefix, round))
}

func eventKey(w, s domain.ID, version int64) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%06d", eventPrefix, version))
}

func clientLinkKey(w, s, l domain.ID) table.Key {
	return key(submissionPK(w, s), clientLinkPrefix+string(l))
}

// contentKey is the key of a part of a client link's content.
func contentKey(w, s, l domain.ID, part int) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%02d", contentPrefix(l), part))
}

func contentPrefix(l domain.ID) string { return contentPartPrefix + string(l) + "#" }

func submissionPointerKey(w, u domain.ID, first domain.Date, s domain.ID) table.Key {
	return key(timePK(w, u), submissionFromDay(first)+"#"+string(s))
}

// submissionFromDay sorts before the pointers of submissions that begin on the
// given day or later, submissionToDay after those that begin on it or earlier.
func submissionFromDay(day domain.Date) string { return submissionPrefix + string(day) }

func submissionToDay(day domain.Date) string { return table.PrefixEnd(submissionFromDay(day) + "#") }

func submissionOfStatusLSK(status domain.SubmissionStatus, s domain.ID) string {
	return submissionStatusPrefix + string(status) + "#" + string(s)
}
