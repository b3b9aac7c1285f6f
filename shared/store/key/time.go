package key

import (
	"fmt"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/table"
)

// Under a user's time in a workspace.

// timerSK is the sort key of timers.
const timerSK = "TIMER"

// TimePK is the partition of a user's time in a workspace.
func TimePK(w, u domain.ID) string { return WorkspacePK(w) + userTimeInfix + string(u) }

// ProjectTimePK is the partition of the index by_proj with the entries of a project.
func ProjectTimePK(w, p domain.ID) string {
	return WorkspacePK(w) + projectTimeInfix + string(p)
}

// Timer is the key of a user's timer.
func Timer(w, u domain.ID) table.Key { return key(TimePK(w, u), timerSK) }

// OverlapGuard is the key of a user's overlap guard.
func OverlapGuard(w, u domain.ID) table.Key { return key(TimePK(w, u), "GUARD") }

// LongTimer is the key of the note that a mail about a long timer was queued.
func LongTimer(w, u domain.ID) table.Key { return key(TimePK(w, u), "LONGTIMER") }

// KeyGuard is the key of the count of a user's API keys.
func KeyGuard(w, u domain.ID) table.Key { return key(TimePK(w, u), "KEYGUARD") }

// Entry is the key of an entry.
func Entry(w, u, e domain.ID) table.Key { return key(TimePK(w, u), EntryPrefix+string(e)) }

// EntryExternalID is the key of the guard of an entry's external id, which is unique
// among the entries and the timer of its owner.
func EntryExternalID(w, u domain.ID, x domain.ExternalID) table.Key {
	return key(TimePK(w, u), externalIDPrefix+domain.Digest(x))
}

// StartLSK is the order of entries and timers: their start, then their id.
func StartLSK(at domain.Instant, id domain.ID) string { return StartOf(at) + "#" + string(id) }

// StartOf sorts before the entries that start at the given time or later.
func StartOf(at domain.Instant) string { return StartPrefix + at.String() }

// StartBefore sorts after the entries that start before the given time.
func StartBefore(at domain.Instant) string {
	return table.PrefixEnd(StartOf(at.Plus(-1e9)) + "#")
}

// EntryPosition is the position of an entry in a list that no key range holds.
func EntryPosition(e timelog.Entry) table.Key {
	return key(StartLSK(e.StartedAt, e.ID), string(e.UserID))
}

// Submission is the key of a submission. Its lines, events and client links
// have a partition of their own, so that reading the workspace's partition does
// not read them.
func Submission(w, s domain.ID) table.Key {
	return key(WorkspacePK(w), SubmissionPrefix+string(s))
}

// SubmissionPK is the partition of the lines, events and client links of a submission.
func SubmissionPK(w, s domain.ID) string { return WorkspacePK(w) + submissionInfix + string(s) }

// Lines is the key of the lines of a round.
func Lines(w, s domain.ID, round int) table.Key {
	return key(SubmissionPK(w, s), fmt.Sprintf("%s%06d", LinesPrefix, round))
}

// Event is the key of an event of a submission, by the version that it makes.
func Event(w, s domain.ID, version int64) table.Key {
	return key(SubmissionPK(w, s), fmt.Sprintf("%s%06d", EventPrefix, version))
}

// ClientLink is the key of a client link.
func ClientLink(w, s, l domain.ID) table.Key {
	return key(SubmissionPK(w, s), ClientLinkPrefix+string(l))
}

// Content is the key of a part of a client link's content.
func Content(w, s, l domain.ID, part int) table.Key {
	return key(SubmissionPK(w, s), fmt.Sprintf("%s%02d", ContentPrefix(l), part))
}

// ContentPrefix is the prefix of the parts of a client link's content.
func ContentPrefix(l domain.ID) string { return contentPartPrefix + string(l) + "#" }

// SubmissionPointer is the key of the pointer from a submitter to a submission.
func SubmissionPointer(w, u domain.ID, first domain.Date, s domain.ID) table.Key {
	return key(TimePK(w, u), SubmissionFromDay(first)+"#"+string(s))
}

// SubmissionFromDay sorts before the pointers of submissions that begin on the
// given day or later.
func SubmissionFromDay(day domain.Date) string { return SubmissionPrefix + string(day) }

// SubmissionToDay sorts after the pointers of submissions that begin on the given day or earlier.
func SubmissionToDay(day domain.Date) string { return table.PrefixEnd(SubmissionFromDay(day) + "#") }

// SubmissionOfStatusLSK is the order of the submissions of a workspace by their status.
func SubmissionOfStatusLSK(status timesheets.SubmissionStatus, s domain.ID) string {
	return submissionStatusPrefix + string(status) + "#" + string(s)
}
