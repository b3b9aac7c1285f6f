// Package derive derives mailed tokens and seals. A token that can be derived again need not be
// stored: the table has only its digest, and the worker that sends the mail derives the
// token again.
package derive

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"

	"stint/shared/auth/internal/base62"
	"stint/shared/domain"
)

const tokenDigits = 43 // 62^43 > 2^256

// MailToken derives a mailed token: 43 base62 digits with 256 bits. The same kind, id
// and round always give the same token. A mail that is sent again, such as a repeated
// verification, has the next round and so another token.
func MailToken(key []byte, kind, id string, round int) string {
	mac := hmac.New(sha256.New, key)
	for _, part := range []string{kind, id} { // with their lengths, so that different inputs are never the same bytes
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		mac.Write([]byte(part))
	}
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(round)))
	return base62.Encode(mac.Sum(nil), tokenDigits)
}

// TokenDigest is the SHA-256 of a token in hex. Tokens are stored and found by it.
func TokenDigest(token string) string { return domain.Digest(token) }

// Seal is a word that only who holds the key can make of these parts: 43 base62 digits. Other parts have another one.
func Seal(key []byte, parts ...string) string {
	mac := hmac.New(sha256.New, key)
	for _, part := range parts {
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		mac.Write([]byte(part))
	}
	return base62.Encode(mac.Sum(nil), tokenDigits)
}
