// Package opaque makes and reads the tokens that say nothing to those who hold them: API keys, refresh tokens of
// sessions and of apps, and the tokens of mailed links. The table finds each by its digest or by the ids in it.
package opaque

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"log/slog"
	"strings"

	"stint/shared/domain"
)

// The environments. An instance refuses the keys of other environments.
const (
	Live  = "live"
	Test  = "test"
	Local = "local"
)

// IsKnownAPIKeyEnv reports whether env is one of the environments.
func IsKnownAPIKeyEnv(env string) bool { return env == Live || env == Test || env == Local }

const (
	randomDigits   = 32 // 190.5 bits
	checksumDigits = 6  // 62^6 > 2^32
)

// APIKey is a well-formed API key, with which programs call Stint:
//
//	stint_<env>_<32 random digits><6 digits of checksum>
//
// The digits are base62; the random part has 190 bits. The checksum is the CRC-32
// (IEEE) of everything before it. It does not protect against attackers, but a
// mistyped key is refused without reading the table. With the prefix, secret scanners
// can find leaked keys.
//
// It prints, logs and marshals without its secret; only
// Reveal returns it. Do not keep an APIKey in an unexported field: package fmt then ignores
// its methods and prints the secret. The zero value is no key.
type APIKey struct {
	prefix string
	raw    string
}

// NewAPIKey makes a key. It panics when env is none of the constants.
func NewAPIKey(env string) APIKey {
	if !IsKnownAPIKeyEnv(env) {
		panic("opaque: unknown environment")
	}
	prefix := prefixOf(env)
	body := prefix + randomBase62(randomDigits)
	return APIKey{prefix: prefix, raw: body + checksumOf(body)}
}

// ParseAPIKey reads a key that a caller sent. ok is false unless length, prefix,
// environment, alphabet and checksum are right.
func ParseAPIKey(raw, env string) (key APIKey, ok bool) {
	prefix := prefixOf(env)
	if !IsKnownAPIKeyEnv(env) || len(raw) != len(prefix)+randomDigits+checksumDigits || !strings.HasPrefix(raw, prefix) {
		return APIKey{}, false
	}
	body := raw[:len(raw)-checksumDigits]
	if !isBase62(raw[len(prefix):]) || raw[len(body):] != checksumOf(body) {
		return APIKey{}, false
	}
	return APIKey{prefix: prefix, raw: raw}, true
}

// Digest is the SHA-256 of the key in hex. Only the digest is stored, and the key is
// found by it.
func (k APIKey) Digest() string { return domain.Digest(k.raw) }

// Prefix is the public start of the key, such as "stint_live_".
func (k APIKey) Prefix() string { return k.prefix }

// LastFour is the end of the key, by which users recognise it. 166 bits stay secret.
func (k APIKey) LastFour() string { return k.raw[max(0, len(k.raw)-4):] }

// Reveal is the key with its secret, for the one answer that shows it.
func (k APIKey) Reveal() string { return k.raw }

// String is the key without its secret.
func (k APIKey) String() string { return k.prefix + "…" + k.LastFour() }

// Format implements fmt.Formatter, so that no verb prints the secret.
func (k APIKey) Format(state fmt.State, _ rune) { io.WriteString(state, k.String()) }

// LogValue implements slog.LogValuer.
func (k APIKey) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalText implements encoding.TextMarshaler, so that a key that gets into an answer
// by mistake does not show its secret.
func (k APIKey) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

func prefixOf(env string) string { return "stint_" + env + "_" }

func checksumOf(body string) string {
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(body)))
	return encodeBase62(sum, checksumDigits)
}
