package domain

import "errors"

// IdentityQuery names everything that is read in one round to know who asks.
type IdentityQuery struct {
	UserID            ID
	SessionID         ID     // "" for an API key
	WorkspaceID       ID     // "" is none
	WithTimer         bool   // whether the running timer is wanted too
	WithCalendar      bool   // whether the connection to the calendar is
	ReplayDigest      string // digest of method, path and Idempotency-Key; "" is none
	ReplayWorkspaceID ID     // the workspace that the remembered answer belongs to; "" is the user alone
}

// Identity is what was found of it. A part is nil where there is none.
type Identity struct {
	User      *User
	Session   *Session
	Workspace *Workspace
	Member    *Member
	Billing   *Billing
	Timer     *Entry
	Calendar  *CalendarConnection
	Replay    *Replay
}

// HasValidSession reports whether the session that was asked for is in force.
func (i Identity) HasValidSession(now Instant) bool {
	return i.User != nil && i.Session != nil && i.Session.Valid(*i.User, now)
}

// Replay is a remembered answer: what the first request with an
// Idempotency-Key was given. It is kept for ReplayLife.
type Replay struct {
	BodyHash string `db:"hash"`   // SHA-256 of the first request's body in hex
	Answer   []byte `db:"answer"` // without secrets that are shown once
	ETag     string `db:"etag,omitempty"`
}

// ReplayHours is how long an Idempotency-Key is remembered, in hours.
const ReplayHours = 24

// ReplayRecord is a replay with its place: it is written in the same transaction
// as the record that the answer shows. The zero value remembers nothing.
type ReplayRecord struct {
	UserID      ID
	WorkspaceID ID
	Digest      string // as IdentityQuery.Replay; "" remembers nothing
	Replay      Replay
}

// ErrReplayExists says that a write did not happen because another request with
// the same Idempotency-Key was faster.
var ErrReplayExists = errors.New("an answer is remembered for this idempotency key")
