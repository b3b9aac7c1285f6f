// Package password keeps what people type to prove who they are: which
// passwords are acceptable, how they are stored, and how one is checked
// without telling an attacker why it failed.
package password

import (
	"crypto/rand"
	"crypto/subtle"
	"runtime"
	"sync/atomic"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// The cost of one hash: argon2id with 19 MiB, two passes, one lane, the
// minimum that OWASP's Password Storage Cheat Sheet recommends. Salt and hash
// have the lengths of RFC 9106, section 3.1.
var current = cost{memory: 19456, passes: 2, lanes: 1}

// cheap is the least that argon2id does: for tests about something else.
var cheap = cost{memory: 8, passes: 1, lanes: 1}

const (
	saltBytes = 16
	hashBytes = 32
)

// Hasher stores and checks passwords. Its methods may be called from several
// goroutines; no more hashes are computed at once than there are processors,
// because each needs 19 MiB while it runs.
type Hasher struct {
	runs  atomic.Int64
	cost  cost
	slots chan struct{}
	dummy record // stands in for an account that has no password
}

// New makes a hasher.
func New() *Hasher { return at(current) }

// Cheap makes a hasher that protects nothing, for tests that are not about
// passwords but must register people by the hundred.
func Cheap() *Hasher { return at(cheap) }

func at(c cost) *Hasher {
	return &Hasher{
		cost:  c,
		slots: make(chan struct{}, runtime.GOMAXPROCS(0)),
		dummy: record{cost: c, salt: random(saltBytes), hash: random(hashBytes)},
	}
}

// Hash gives the form in which a password is stored: a PHC string with a new
// random salt. The password must have passed Acceptable.
func (h *Hasher) Hash(plain string) string {
	r := record{cost: h.cost, salt: random(saltBytes)}
	r.hash = h.derive(plain, r, hashBytes)
	return r.String()
}

// Verify reports whether plain is the password that was stored as encoded, and
// if so whether it was stored at another cost than today's and should be
// hashed anew.
//
// An empty or unreadable encoded string, and a plain text that is too long to
// be any password, cost exactly as much as a wrong password: one run of the
// key derivation. So the time of an answer does not tell whether an account
// exists or has a password.
func (h *Hasher) Verify(encoded, plain string) (ok, outdated bool) {
	stored, readable := parse(encoded)
	if !readable {
		stored = h.dummy
	}
	fits := len(plain) <= maxBytes
	if !fits {
		plain = ""
	}
	got := h.derive(plain, stored, len(stored.hash))
	same := subtle.ConstantTimeCompare(got, stored.hash) == 1
	if !same || !readable || !fits {
		return false, false
	}
	return true, stored.outdated(h.cost)
}

// Runs is the number of key derivations since the hasher was made. Tests use
// it to show that equal cases cost the same.
func (h *Hasher) Runs() int64 { return h.runs.Load() }

// derive runs argon2id over the NFC form, so that an accented letter is the
// same password on every keyboard. Spaces are kept.
func (h *Hasher) derive(plain string, r record, size int) []byte {
	h.slots <- struct{}{}
	defer func() { <-h.slots }()
	h.runs.Add(1)
	return argon2.IDKey([]byte(norm.NFC.String(plain)), r.salt, r.passes, r.memory, r.lanes, uint32(size))
}

func random(n int) []byte {
	b := make([]byte, n)
	rand.Read(b) // never fails: it crashes the program rather than give weak bytes
	return b
}
