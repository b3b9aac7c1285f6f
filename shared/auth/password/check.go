package password

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"stint/shared/problem"
)

// Bounds of a password, in characters (code points of its NFC form).
const (
	MinLength = 8
	MaxLength = 128
)

// maxBytes is more than any acceptable password has before it is normalised:
// a character of the NFC form stems from at most four code points (UAX #15),
// each of at most four bytes.
const maxBytes = MaxLength * 4 * 4

// Check says why a password may not be chosen, or "" if it may: 8 to 128
// characters of any kind but NUL, none of the common passwords, and not the
// local part of the person's own e-mail address. It reads nothing and hashes
// nothing, so it stands before any hashing. An empty email is not compared.
//
// There are no rules of composition, as NIST SP 800-63B, section 3.1.1.2, has it.
func Check(plain, email string) problem.FieldCode {
	if len(plain) > maxBytes {
		return problem.MaxLength
	}
	if !utf8.ValidString(plain) || strings.ContainsRune(plain, 0) {
		return problem.TypeInvalid
	}
	plain = norm.NFC.String(plain)
	switch n := utf8.RuneCountInString(plain); {
	case n < MinLength:
		return problem.MinLength
	case n > MaxLength:
		return problem.MaxLength
	}
	folded := strings.ToLower(plain)
	if isCommon(folded) || resemblesEmail(folded, strings.ToLower(norm.NFC.String(email))) {
		return problem.PasswordTooWeak
	}
	return ""
}

// resemblesEmail reports whether a password is the address, its local part (with or
// without the part behind a plus), or that with fewer than four characters
// around it.
func resemblesEmail(folded, email string) bool {
	if email == "" {
		return false
	}
	if folded == email {
		return true
	}
	local := email
	if at := strings.LastIndexByte(email, '@'); at >= 0 {
		local = email[:at]
	}
	base, _, _ := strings.Cut(local, "+")
	return isPadded(folded, local) || isPadded(folded, base)
}

func isPadded(folded, part string) bool {
	const few = 4
	n := utf8.RuneCountInString(part)
	return n >= few && utf8.RuneCountInString(folded)-n < few && strings.Contains(folded, part)
}
