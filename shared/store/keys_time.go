package store

import (
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
