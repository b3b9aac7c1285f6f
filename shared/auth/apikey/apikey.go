// Package apikey makes and parses API keys, with which programs call Stint:
//
//	stint_<env>_<32 random digits><6 digits of checksum>
//
// The digits are base62; the random part has 190 bits. The checksum is the CRC-32
// (IEEE) of everything before it. It does not protect against attackers, but a
// mistyped key is refused without reading the table. With the prefix, secret scanners
// can find leaked keys.
package apikey

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"log/slog"
	"strings"

	"stint/shared/auth/internal/base62"
	"stint/shared/domain"
)

// The environments. An instance refuses the keys of other environments.
const (
	Live  = "live"
	Test  = "test"
	Local = "local"
)

// IsKnownEnv reports whether env is one of the environments.
func IsKnownEnv(env string) bool { return env == Live || env == Test || env == Local }

const (
	randomDigits   = 32 // 190.5 bits
	checksumDigits = 6  // 62^6 > 2^32
)

// Key is a well-formed key. It prints, logs and marshals without its secret; only
// Reveal returns it. Do not keep a Key in an unexported field: package fmt then ignores
// its methods and prints the secret. The zero value is no key.
type Key struct {
	prefix string
	raw    string
}

// New makes a key. It panics when env is none of the constants.
func New(env string) Key {
	if !IsKnownEnv(env) {
		panic("apikey: unknown environment")
	}
	prefix := prefixOf(env)
	body := prefix + base62.Random(randomDigits)
	return Key{prefix: prefix, raw: body + checksum(body)}
}

// Parse reads a key that a caller sent. ok is false unless length, prefix,
// environment, alphabet and checksum are right.
func Parse(raw, env string) (key Key, ok bool) {
	prefix := prefixOf(env)
	if !IsKnownEnv(env) || len(raw) != len(prefix)+randomDigits+checksumDigits || !strings.HasPrefix(raw, prefix) {
		return Key{}, false
	}
	body := raw[:len(raw)-checksumDigits]
	if !base62.IsValid(raw[len(prefix):]) || raw[len(body):] != checksum(body) {
		return Key{}, false
	}
	return Key{prefix: prefix, raw: raw}, true
}

// Digest is the SHA-256 of the key in hex. Only the digest is stored, and the key is
// found by it.
func (k Key) Digest() string { return domain.Digest(k.raw) }

// Prefix is the public start of the key, such as "stint_live_".
func (k Key) Prefix() string { return k.prefix }

// LastFour is the end of the key, by which users recognise it. 166 bits stay secret.
func (k Key) LastFour() string { return k.raw[max(0, len(k.raw)-4):] }

// Reveal is the key with its secret, for the one answer that shows it.
func (k Key) Reveal() string { return k.raw }

// String is the key without its secret.
func (k Key) String() string { return k.prefix + "…" + k.LastFour() }

// Format implements fmt.Formatter, so that no verb prints the secret.
func (k Key) Format(state fmt.State, _ rune) { io.WriteString(state, k.String()) }

// LogValue implements slog.LogValuer.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalText implements encoding.TextMarshaler, so that a key that gets into an answer
// by mistake does not show its secret.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

func prefixOf(env string) string { return "stint_" + env + "_" }

func checksum(body string) string {
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(body)))
	return base62.Encode(sum, checksumDigits)
}
