package domain

import (
	"net/mail"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"stint/shared/pattern"
	"stint/shared/problem"
)

// Email is an address in the form in which addresses are compared: trimmed,
// NFC, lower case, with its domain in Unicode. At most 254 bytes (RFC 5321, section 4.5.3.1.3).
type Email string

// ParseText reads an address sent by a caller. Errors: email_invalid.
func (e *Email) ParseText(text string) problem.FieldCode {
	text = norm.NFC.String(strings.TrimSpace(text))
	if strings.ContainsFunc(text, lowersToASCII) {
		return problem.EmailInvalid
	}
	text = withUnicodeDomain(strings.ToLower(text))
	if len(text) > 254 || strings.ContainsFunc(text, unicode.IsControl) || isDeceptiveAddress(text) {
		return problem.EmailInvalid
	}
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text {
		return problem.EmailInvalid
	}
	at := strings.LastIndexByte(text, '@')
	if at > 64 || !isMailDomain(text[at+1:]) {
		return problem.EmailInvalid
	}
	*e = Email(text)
	return ""
}

// lowersToASCII reports whether lower case turns a character outside of ASCII into one of ASCII, as İ into i. An
// address with it would become that of somebody else.
func lowersToASCII(c rune) bool {
	return c > unicode.MaxASCII && unicode.ToLower(c) <= unicode.MaxASCII
}

// mailDomains has the rules for looking up registered domains (UTS 46, without transitional mappings).
var mailDomains = sync.OnceValue(func() *idna.Profile {
	return idna.New(idna.MapForLookup(), idna.BidiRule(), idna.VerifyDNSLength(true))
})

// addressEnd is how the last part of an address of IPv4 may be written, which no name ends with.
var addressEnd = pattern.New(`^([0-9]+|0x[0-9a-f]*)$`)

// withUnicodeDomain is an address whose domain may be in the form of DNS, such as xn--mller-kva.example, in the form in
// which domains are compared. The two forms are one domain. Any other address stays as it is.
func withUnicodeDomain(address string) string {
	at := strings.LastIndexByte(address, '@')
	domain := address[at+1:]
	if !strings.Contains(domain, "xn--") {
		return address
	}
	profile := mailDomains()
	if ascii, err := profile.ToASCII(domain); err != nil || ascii != domain {
		return address
	}
	if unicode, err := profile.ToUnicode(domain); err == nil {
		return address[:at+1] + unicode
	}
	return address
}

// DNSForm is the address with its domain as DNS and programs of mail have it: in ASCII.
func (e Email) DNSForm() string {
	at := strings.LastIndexByte(string(e), '@')
	if ascii, err := mailDomains().ToASCII(string(e[at+1:])); err == nil {
		return string(e[:at+1]) + ascii
	}
	return string(e)
}

// isMailDomain reports whether a text is the domain of mail addresses in the one form in which it is compared: UTS 46
// leaves it as it is. A network address is none, with and without brackets.
func isMailDomain(text string) bool {
	if text == "localhost" {
		return true
	}
	last := text[strings.LastIndexByte(text, '.')+1:]
	if last == text || addressEnd.MatchString(last) {
		return false
	}
	profile := mailDomains()
	if _, err := profile.ToASCII(text); err != nil {
		return false
	}
	mapped, err := profile.ToUnicode(text)
	return err == nil && mapped == text
}

// Mask is the first character of the address and its domain, with *** between them. Its owner recognises it.
func (e Email) Mask() string {
	at := strings.LastIndexByte(string(e), '@')
	_, size := utf8.DecodeRuneInString(string(e))
	return string(e[:size]) + "***" + string(e[at:])
}
