package domain

import "time"

// Work is something to be done in the background: a mail to be sent, a deleted
// workspace to be purged. It is written in the same transaction as its cause
// and holds ids only.
type Work struct {
	ID          ID       `db:"id"`
	Kind        WorkKind `db:"kind"`
	UserID      ID       `db:"uid,omitempty"` // whose account it is about
	WorkspaceID ID       `db:"wid,omitempty"`
	TargetID    ID       `db:"target"`
	Round       int      `db:"round"` // how often a new token was made for the target
	CreatedAt   Instant  `db:"created"`
	Tries       int      `db:"tries,omitempty"` // how often it was begun
}

// WorkKind says what is to be done.
type WorkKind string

// WorkPurge removes what is left of a deleted workspace.
const WorkPurge WorkKind = "purge"

// WorkAbandonRound sets a round of a submission aside whose maker died: the target
// is the submission.
const WorkAbandonRound WorkKind = "undo_round"

// PurgeGrace is how long after the deletion of a workspace something may still
// be written into it, by a request that had found it standing. No request lasts
// a minute, so this is ample.
const PurgeGrace = 15 * time.Minute

// Waiting between the tries of a piece of work: doubling from the first to the
// longest.
const (
	firstRetryDelay = time.Minute
	maxRetryDelay   = time.Hour
)

// TryTimeout is how long one try may take: less than the shortest wait, so that it
// is over when the work is due again, and no two workers are at one piece.
const TryTimeout = 50 * time.Second

// MaxWorkTries is how often work is begun before it is given up: after an hour of
// doubling waits hourly, so for about three days.
const MaxWorkTries = 77

// StartTry is the work at its next try, and when it is due again should the try
// not end well. It is put back into the queue before the try begins, so that
// nothing is lost when the worker dies.
func (w Work) StartTry(now Instant) (next Work, due Instant) {
	wait := maxRetryDelay
	if w.Tries < 6 { // 2^6 minutes are over an hour
		wait = firstRetryDelay << w.Tries
	}
	w.Tries++
	return w, now.Plus(wait)
}

// OutOfTries reports whether the work has had all its tries.
func (w Work) OutOfTries() bool { return w.Tries >= MaxWorkTries }

// ResetTries is the work with all its tries before it: one that came along, or that
// somebody wants tried again.
func (w Work) ResetTries() Work {
	w.Tries = 0
	return w
}
