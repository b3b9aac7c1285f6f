// Package derive makes keys and one-time tokens from the master secret. What
// can be derived again need not be stored: the table and its stream hold the
// digest of a mailed token, and the sender of the mail makes the token anew.
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

// Key derives a 32-byte key for one purpose (HKDF-SHA256, RFC 5869). Keys of
// different purposes tell nothing about each other. It panics when the master
// secret is shorter than MinMasterBytes: configuration must have refused that.
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

// MailToken is the token that is mailed for one thing: 43 base62 digits with
// 256 bits, always the same for the same kind, id and round. A new round makes
// a new token for the same thing: a resent verification, say.
func MailToken(master []byte, kind, id string, round int) string {
	mac := hmac.New(sha256.New, Key(master, "mail-token"))
	for _, part := range []string{kind, id} { // with lengths, so that no two triples read alike
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		mac.Write([]byte(part))
	}
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(round)))
	return base62.Encode(mac.Sum(nil), tokenDigits)
}

// TokenDigest is the SHA-256 of a token in hex: the form in which tokens are
// stored and found.
func TokenDigest(token string) string { return domain.Digest(token) }
