// Package base62 writes secrets in letters and digits only: a double click
// selects them whole, and no mail program cuts them off at the end of a link.
package base62

import (
	"crypto/rand"
	"math/big"
	"strings"
)

const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Encode writes big-endian bytes as a number of at least width digits, filled
// up with zeros in front.
func Encode(data []byte, width int) string {
	text := new(big.Int).SetBytes(data).Text(len(digits))
	if missing := width - len(text); missing > 0 {
		return strings.Repeat("0", missing) + text
	}
	return text
}

// Random gives n digits, each drawn uniformly from a cryptographic source:
// 5.95 bits a digit.
func Random(n int) string {
	const fair = 256 / len(digits) * len(digits) // bytes from here on would favour some digits
	out := make([]byte, 0, n)
	buf := make([]byte, n)
	for len(out) < n {
		rand.Read(buf) // never fails
		for _, b := range buf {
			if int(b) < fair && len(out) < n {
				out = append(out, digits[int(b)%len(digits)])
			}
		}
	}
	return string(out)
}

// IsValid reports whether text consists of base62 digits only.
func IsValid(text string) bool {
	for i := range len(text) {
		if strings.IndexByte(digits, text[i]) < 0 {
			return false
		}
	}
	return true
}
