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
var currentCost = cost{memory: 19456, passes: 2, lanes: 1}

// cheapCost is the least that argon2id does: for tests about something else.
var cheapCost = cost{memory: 8, passes: 1, lanes: 1}

const (
	saltBytes = 16
	hashBytes = 32
)

// Hasher stores and checks passwords. Its methods may be called from several
// goroutines; no more hashes are computed at once than there are processors,
// because each needs 19 MiB while it runs.
type Hasher struct {
	derivations atomic.Int64
	cost        cost
	slots       chan struct{}
	dummy       storedHash // stands in for an account that has no password
}

// New makes a hasher.
func New() *Hasher { return newHasher(currentCost) }

// NewCheap makes a hasher that protects nothing, for tests that are not about
// passwords but must register people by the hundred.
func NewCheap() *Hasher { return newHasher(cheapCost) }

func newHasher(c cost) *Hasher {
	return &Hasher{
		cost:  c,
		slots: make(chan struct{}, runtime.GOMAXPROCS(0)),
		dummy: storedHash{cost: c, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes)},
	}
}

// Hash gives the form in which a password is stored: a PHC string with a new
// random salt. The password must have passed Acceptable.
func (h *Hasher) Hash(plain string) string {
	r := storedHash{cost: h.cost, salt: randomBytes(saltBytes)}
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

// Derivations is the number of key derivations since the hasher was made. Tests use
// it to show that equal cases cost the same.
func (h *Hasher) Derivations() int64 { return h.derivations.Load() }

// derive runs argon2id over the NFC form, so that an accented letter is the
// same password on every keyboard. Spaces are kept.
func (h *Hasher) derive(plain string, r storedHash, size int) []byte {
	h.slots <- struct{}{}
	defer func() { <-h.slots }()
	h.derivations.Add(1)
	return argon2.IDKey([]byte(norm.NFC.String(plain)), r.salt, r.passes, r.memory, r.lanes, uint32(size))
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b) // never fails: it crashes the program rather than give weak bytes
	return b
}
