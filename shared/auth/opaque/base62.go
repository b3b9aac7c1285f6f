package opaque

import (
	"crypto/rand"
	"math/big"
	"strings"
)

// The digits of base62. A double click selects a secret of letters and digits as a whole, and mail programs do
// not cut it off at the end of a link.
const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// encodeBase62 writes big-endian bytes as a number of at least width digits, with leading
// zeros.
func encodeBase62(data []byte, width int) string {
	text := new(big.Int).SetBytes(data).Text(len(digits))
	if missing := width - len(text); missing > 0 {
		return strings.Repeat("0", missing) + text
	}
	return text
}

// randomBase62 returns n random digits from a cryptographic source. All digits are equally
// likely, so each has 5.95 bits.
func randomBase62(n int) string {
	const fair = 256 / len(digits) * len(digits) // bytes from here on would make some digits more likely
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

// isBase62 reports whether text consists of base62 digits only.
func isBase62(text string) bool {
	for i := range len(text) {
		if strings.IndexByte(digits, text[i]) < 0 {
			return false
		}
	}
	return true
}
