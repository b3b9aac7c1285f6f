package oauth

import (
	"crypto/rand"
	"strings"

	"stint/shared/domain"
)

// A user code is eight letters without vowels, so that no code is a word (RFC 8628, section 6.1). People see it as
// XXXX-XXXX. The first half finds the request of the device. A code with the right first half and a wrong second one
// counts against that request.

const (
	userCodeLetters = "BCDFGHJKLMNPQRSTVWXZ"
	userCodeLength  = 8
)

// userCode is a code in capital letters, without the hyphen.
type userCode string

// newUserCode makes a random code.
func newUserCode() userCode {
	code := make([]byte, 0, userCodeLength)
	for len(code) < userCodeLength {
		var random [1]byte
		_, _ = rand.Read(random[:]) // never fails (crypto/rand)
		// 240 is the largest multiple of 20 in a byte, so every letter is as likely.
		if random[0] < 240 {
			code = append(code, userCodeLetters[int(random[0])%len(userCodeLetters)])
		}
	}
	return userCode(code)
}

// parseUserCode reads a code as people type it: in any case, with any blanks and hyphens.
func parseUserCode(typed string) (userCode, bool) {
	code := strings.Map(func(c rune) rune {
		if c == '-' || c == ' ' {
			return -1
		}
		return c
	}, strings.ToUpper(typed))
	return userCode(code), len(code) == userCodeLength && strings.Trim(code, userCodeLetters) == ""
}

// String is the code as people see it.
func (c userCode) String() string {
	return string(c[:userCodeLength/2]) + "-" + string(c[userCodeLength/2:])
}

// digest is the digest that the request of the device has.
func (c userCode) digest() string { return domain.Digest(string(c)) }

// half is the digest of the first half, which leads to the request.
func (c userCode) half() string { return domain.Digest(string(c[:userCodeLength/2])) }
