package password

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"stint/shared/problem"
)

// Bounds of a password, in characters (code points of its NFC form).
const (
	MinLength = 8
	MaxLength = 128
)

// maxBytes is more than any acceptable password has before normalisation: a character of
// the NFC form comes from at most four code points (UAX #15) of at most four bytes.
const maxBytes = MaxLength * 4 * 4

// Check returns why a password may not be chosen; "" if it may. It must have 8 to 128
// characters, which may be any but NUL. It must not be one of the common passwords or
// like the local part of the user's e-mail address. An empty email is not compared.
// Check is cheap, so it comes before any hashing.
//
// There are no rules about kinds of characters: NIST SP 800-63B, section 3.1.1.2,
// advises against them.
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

// Explain says which passwords are allowed, for a code of Check.
func Explain(code problem.FieldCode) string {
	switch code {
	case problem.MinLength:
		return fmt.Sprintf("must be at least %d characters", MinLength)
	case problem.MaxLength:
		return fmt.Sprintf("must be at most %d characters", MaxLength)
	}
	return code.Message()
}

// resemblesEmail reports whether a password is the address, its local part (with or
// without the part after a plus), or the local part with fewer than four more
// characters.
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

// isPadded reports whether a password is a part of at least four characters with fewer
// than four more.
func isPadded(folded, part string) bool {
	const few = 4
	n := utf8.RuneCountInString(part)
	return n >= few && utf8.RuneCountInString(folded)-n < few && strings.Contains(folded, part)
}

// commonGzip has the most common passwords of 8 and more characters: in lower case,
// sorted, one per line. NOTICE.md says where they come from and how the file is made.
//
//go:embed common.txt.gz
var commonGzip []byte

// commonPasswords unpacks the list at its first use. That takes about 2 ms, which would
// slow down the start of functions that need no list.
var commonPasswords = sync.OnceValue(func() []string {
	reader, err := gzip.NewReader(bytes.NewReader(commonGzip))
	if err != nil {
		panic("password: embedded list: " + err.Error())
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		panic("password: embedded list: " + err.Error())
	}
	return strings.Split(string(text), "\n")
})

// isCommon reports whether a password, in lower case, is on the list.
func isCommon(folded string) bool {
	_, found := slices.BinarySearch(commonPasswords(), folded)
	return found
}
