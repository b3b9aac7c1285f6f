package domain

import "errors"

// Replay is the remembered answer to the first request with an Idempotency-Key.
// It is kept for ReplayHours. Package route explains how it is used.
type Replay struct {
	BodyHash string `db:"hash"`   // SHA-256 of the first request's body in hex
	Answer   []byte `db:"answer"` // JSON, without secrets that are shown once
	ETag     string `db:"etag,omitempty"`
}

// ReplayHours is how long an Idempotency-Key is remembered, in hours.
const ReplayHours = 24

// ReplayRecord is a replay with its key. The store writes it in the same
// transaction as the record that the answer shows. The zero value remembers
// nothing.
type ReplayRecord struct {
	UserID      ID
	WorkspaceID ID     // "" when the answer belongs to the user alone
	Digest      string // as IdentityQuery.ReplayDigest; "" remembers nothing
	Replay      Replay
}

// ErrReplayExists reports that a write did not happen because another request
// with the same Idempotency-Key was written first.
var ErrReplayExists = errors.New("an answer is remembered for this idempotency key")
