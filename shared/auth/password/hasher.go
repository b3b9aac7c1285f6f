// Package password checks, hashes and verifies passwords: which ones users may choose, in
// which form they are stored, and how one is verified without revealing to an attacker
// whether the account exists.
package password

import (
	"crypto/rand"
	"crypto/subtle"
	"runtime"
	"sync/atomic"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// currentCost is the cost of one hash: argon2id with 19 MiB, two passes and one lane, the
// minimum that OWASP's Password Storage Cheat Sheet recommends.
var currentCost = cost{memory: 19456, passes: 2, lanes: 1}

// cheapCost is the lowest cost of argon2id, for tests that are not about passwords.
var cheapCost = cost{memory: 8, passes: 1, lanes: 1}

// The lengths of salt and hash, as RFC 9106, section 3.1, recommends.
const (
	saltBytes = 16
	hashBytes = 32
)

// Hasher hashes and verifies passwords. It may be used by several goroutines. It
// computes at most one hash per processor at the same time, because each needs 19 MiB.
type Hasher struct {
	derivations atomic.Int64
	cost        cost
	slots       chan struct{}
	dummy       storedHash // verified in place of a missing hash
}

// New makes a hasher.
func New() *Hasher { return newHasher(currentCost) }

// NewCheap makes a hasher that protects nothing, for tests that register hundreds of
// users.
func NewCheap() *Hasher { return newHasher(cheapCost) }

func newHasher(c cost) *Hasher {
	return &Hasher{
		cost:  c,
		slots: make(chan struct{}, runtime.GOMAXPROCS(0)),
		dummy: storedHash{cost: c, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes)},
	}
}

// Hash returns the form in which a password is stored: a PHC string with a new random
// salt. Check must have accepted the password.
func (h *Hasher) Hash(plain string) string {
	r := storedHash{cost: h.cost, salt: randomBytes(saltBytes)}
	r.hash = h.derive(plain, r, hashBytes)
	return r.String()
}

// Verify reports whether plain is the password that was stored as encoded. outdated
// reports whether it was stored at another cost than today's, and should be hashed
// again.
//
// An empty or malformed encoded string, and a plain text that is longer than any
// password, take one key derivation, like a wrong password. So the time of a response
// does not reveal whether an account exists or has a password.
func (h *Hasher) Verify(encoded, plain string) (ok, outdated bool) {
	stored, readable := parsePHC(encoded)
	if !readable {
		stored = h.dummy
	}
	fitsLength := len(plain) <= maxBytes
	if !fitsLength {
		plain = ""
	}
	got := h.derive(plain, stored, len(stored.hash))
	same := subtle.ConstantTimeCompare(got, stored.hash) == 1
	if !same || !readable || !fitsLength {
		return false, false
	}
	return true, stored.isOutdated(h.cost)
}

// Derivations is the number of key derivations so far. Tests use it to show that cases
// which must not be distinguishable cost the same.
func (h *Hasher) Derivations() int64 { return h.derivations.Load() }

// derive runs argon2id over the NFC form, because keyboards enter accented letters in
// different forms. Spaces are kept.
func (h *Hasher) derive(plain string, r storedHash, size int) []byte {
	h.slots <- struct{}{}
	defer func() { <-h.slots }()
	h.derivations.Add(1)
	return argon2.IDKey([]byte(norm.NFC.String(plain)), r.salt, r.passes, r.memory, r.lanes, uint32(size))
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b) // never fails: it would crash the program instead of returning weak bytes
	return b
}
