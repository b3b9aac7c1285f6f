package domain

import (
	"errors"
	"net/netip"
	"time"
)

// Quota is how often a subject may do something in a fixed window of time.
type Quota struct {
	Kind    string // what is counted, such as "account.login"
	Subject string // who is counted; stored as a digest only
	Limit   int    // the most in one window
	Window  time.Duration
}

// Day is the window of quotas per day. It begins at midnight in UTC.
const Day = 24 * time.Hour

// The parts of an address that name its network.
const (
	networkBits4 = 24 // of IPv4
	networkBits6 = 64 // of IPv6
)

// NetworkOf is the network of a client's address, such as 192.0.2.0/24 or
// 2001:db8::/64. It tells users where a session is without keeping a whole address; ""
// for a text that is no address. It is coarser than the client network that limits count
// by, which edge.RequestInfo.Network is.
func NetworkOf(address string) string {
	at, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	at, bits := at.Unmap().WithZone(""), networkBits4
	if at.Is6() {
		bits = networkBits6
	}
	network, _ := at.Prefix(bits)
	return network.String()
}

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
