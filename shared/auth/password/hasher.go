// Package password checks, hashes and verifies passwords: which ones users may choose, in
// which form they are stored, and how one is verified without revealing to an attacker
// whether the account exists.
package password

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strconv"
	"strings"
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

// Bounds of a stored hash. They leave room for other costs, past and future, but a
// corrupted item cannot make the service use too much memory or time.
const (
	maxEncoded = 256     // bytes of a PHC string
	maxMemory  = 1 << 16 // KiB: 64 MiB
	maxPasses  = 10
	maxLanes   = 4
	minSalt    = 8
	minHash    = 16
	maxBlob    = 64 // bytes of salt, and of hash
)

// cost has the parameters of one key derivation.
type cost struct {
	memory uint32 // KiB
	passes uint32
	lanes  uint8
}

// storedHash is the hash of a password with its salt and cost.
type storedHash struct {
	cost
	salt, hash []byte
}

// isOutdated reports whether the hash was made with other parameters than want.
func (r storedHash) isOutdated(want cost) bool {
	return r.cost != want || len(r.salt) != saltBytes || len(r.hash) != hashBytes
}

// String gives the PHC string format for argon2id:
// $argon2id$v=19$m=19456,t=2,p=1$salt$hash, with unpadded base64.
func (r storedHash) String() string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version,
		r.memory, r.passes, r.lanes, b64.EncodeToString(r.salt), b64.EncodeToString(r.hash))
}

// parsePHC reads a PHC string. Only the canonical form is accepted: String must give the
// same text again.
func parsePHC(encoded string) (storedHash, bool) {
	if len(encoded) > maxEncoded {
		return storedHash{}, false
	}
	parts := strings.Split(encoded, "$")
	if len(parts) != 6 {
		return storedHash{}, false
	}
	cost, ok := parseCost(parts[3])
	if !ok {
		return storedHash{}, false
	}
	salt, ok1 := parseBlob(parts[4], minSalt)
	hash, ok2 := parseBlob(parts[5], minHash)
	r := storedHash{cost: cost, salt: salt, hash: hash}
	return r, ok1 && ok2 && r.String() == encoded
}

func parseCost(text string) (cost, bool) {
	params := strings.Split(text, ",")
	if len(params) != 3 {
		return cost{}, false
	}
	m, ok1 := parseParam(params[0], "m=", maxMemory)
	t, ok2 := parseParam(params[1], "t=", maxPasses)
	p, ok3 := parseParam(params[2], "p=", maxLanes)
	if !ok1 || !ok2 || !ok3 || m < 8*p { // RFC 9106, section 3.1: at least 8 blocks a lane
		return cost{}, false
	}
	return cost{memory: m, passes: t, lanes: uint8(p)}, true
}

func parseParam(text, name string, highest uint32) (uint32, bool) {
	digits, ok := strings.CutPrefix(text, name)
	n, err := strconv.ParseUint(digits, 10, 32)
	return uint32(n), ok && err == nil && n >= 1 && n <= uint64(highest)
}

func parseBlob(text string, least int) ([]byte, bool) {
	blob, err := base64.RawStdEncoding.DecodeString(text)
	return blob, err == nil && len(blob) >= least && len(blob) <= maxBlob
}
