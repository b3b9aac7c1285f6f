package password

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/crypto/argon2"
)

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
