package store

import (
	"fmt"

	"stint/shared/domain"
	"stint/shared/table"
)

// Under a user's time in a workspace.

// timerSK is the sort key of timers.
const timerSK = "TIMER"

// timePK is the partition of a user's time in a workspace.
func timePK(w, u domain.ID) string { return workspacePK(w) + userTimeInfix + string(u) }

// projectTimePK is the partition of the index by_proj with the entries of a project.
func projectTimePK(w, p domain.ID) string {
	return workspacePK(w) + projectTimeInfix + string(p)
}

// timerKey is the key of a user's timer.
func timerKey(w, u domain.ID) table.Key { return key(timePK(w, u), timerSK) }

// overlapGuardKey is the key of a user's overlap guard.
func overlapGuardKey(w, u domain.ID) table.Key { return key(timePK(w, u), "GUARD") }

// longTimerKey is the key of the note that a mail about a long timer was queued.
func longTimerKey(w, u domain.ID) table.Key { return key(timePK(w, u), "LONGTIMER") }

// keyGuardKey is the key of the count of a user's API keys.
func keyGuardKey(w, u domain.ID) table.Key { return key(timePK(w, u), "KEYGUARD") }

// entryKey is the key of an entry.
func entryKey(w, u, e domain.ID) table.Key { return key(timePK(w, u), entryPrefix+string(e)) }

// entryExternalIDKey is the key of the guard of an entry's external id, which is unique
// among the entries and the timer of its owner.
func entryExternalIDKey(w, u domain.ID, x domain.ExternalID) table.Key {
	return key(timePK(w, u), externalIDPrefix+domain.Digest(x))
}

// startLSK is the order of entries and timers: their start, then their id.
func startLSK(at domain.Instant, id domain.ID) string { return startOf(at) + "#" + string(id) }

// startOf sorts before the entries that start at the given time or later.
func startOf(at domain.Instant) string { return startPrefix + at.String() }

// startBefore sorts after the entries that start before the given time.
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

// submissionPK is the partition of the lines, events and client links of a submission.
func submissionPK(w, s domain.ID) string { return workspacePK(w) + submissionInfix + string(s) }

// linesKey is the key of the lines of a round.
func linesKey(w, s domain.ID, round int) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%06d", linesPrefix, round))
}

// eventKey is the key of an event of a submission, by the version that it makes.
func eventKey(w, s domain.ID, version int64) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%06d", eventPrefix, version))
}

// clientLinkKey is the key of a client link.
func clientLinkKey(w, s, l domain.ID) table.Key {
	return key(submissionPK(w, s), clientLinkPrefix+string(l))
}

// contentKey is the key of a part of a client link's content.
func contentKey(w, s, l domain.ID, part int) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%02d", contentPrefix(l), part))
}

// contentPrefix is the prefix of the parts of a client link's content.
func contentPrefix(l domain.ID) string { return contentPartPrefix + string(l) + "#" }

// submissionPointerKey is the key of the pointer from a submitter to a submission.
func submissionPointerKey(w, u domain.ID, first domain.Date, s domain.ID) table.Key {
	return key(timePK(w, u), submissionFromDay(first)+"#"+string(s))
}

// submissionFromDay sorts before the pointers of submissions that begin on the
// given day or later.
func submissionFromDay(day domain.Date) string { return submissionPrefix + string(day) }

// submissionToDay sorts after the pointers of submissions that begin on the given day or earlier.
func submissionToDay(day domain.Date) string { return table.PrefixEnd(submissionFromDay(day) + "#") }

// submissionOfStatusLSK is the order of the submissions of a workspace by their status.
func submissionOfStatusLSK(status domain.SubmissionStatus, s domain.ID) string {
	return submissionStatusPrefix + string(status) + "#" + string(s)
}
