package domain

import (
	"crypto/sha256"
	"encoding/hex"
)

// Digest is the SHA-256 of a text or of bytes, in hex.
func Digest[T ~string | ~[]byte](data T) string {
	sum := sha256.Sum256([]byte(data))
	return hex.EncodeToString(sum[:])
}
