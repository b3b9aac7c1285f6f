// Package derive derives keys and mailed tokens from the master secret. A value that can
// be derived again need not be stored: the table has only the digest of a mailed token,
// and the worker that sends the mail derives the token again.
package derive

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"

	"stint/shared/auth/internal/base62"
	"stint/shared/domain"
)

// MinMasterBytes is the least length of a master secret in bytes.
const MinMasterBytes = 32

const (
	keyBytes    = 32
	tokenDigits = 43 // 62^43 > 2^256
)

// Key derives a 32-byte key for one purpose (HKDF-SHA256, RFC 5869). A key reveals
// nothing about the keys of other purposes. Key panics when the master secret is
// shorter than MinMasterBytes, which the settings do not allow.
func Key(master []byte, purpose string) []byte {
	if len(master) < MinMasterBytes {
		panic("derive: master secret too short")
	}
	key, err := hkdf.Key(sha256.New, master, nil, "stint/"+purpose, keyBytes)
	if err != nil {
		panic("derive: " + err.Error())
	}
	return key
}

// MailToken derives a mailed token: 43 base62 digits with 256 bits. The same kind, id
// and round always give the same token. A mail that is sent again, such as a repeated
// verification, has the next round and so another token.
func MailToken(master []byte, kind, id string, round int) string {
	mac := hmac.New(sha256.New, Key(master, "mail-token"))
	for _, part := range []string{kind, id} { // with their lengths, so that different inputs are never the same bytes
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		mac.Write([]byte(part))
	}
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(round)))
	return base62.Encode(mac.Sum(nil), tokenDigits)
}

// TokenDigest is the SHA-256 of a token in hex. Tokens are stored and found by it.
func TokenDigest(token string) string { return domain.Digest(token) }
