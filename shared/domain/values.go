package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"time"
	_ "time/tzdata"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"stint/shared/pattern"
	"stint/shared/problem"
)

// Name is the name of a record: trimmed, NFC, without control characters. The
// field that it is read into sets its bounds.
type Name string

// ParseText reads a name sent by a caller. Errors: type_invalid for a control character; text_not_allowed for
// characters that hide or turn text.
func (n *Name) ParseText(text string) problem.FieldCode {
	text = norm.NFC.String(strings.TrimSpace(text))
	if strings.ContainsFunc(text, unicode.IsControl) {
		return problem.TypeInvalid
	}
	if hasHiddenText(text) {
		return problem.TextNotAllowed
	}
	*n = Name(text)
	return ""
}

// Allowed says which texts are names.
func (Name) Allowed() string { return "must be a string without control characters" }

// Normalize is the form in which names are compared: trimmed, NFC and
// case-folded.
func (n Name) Normalize() string {
	return cases.Fold().String(norm.NFC.String(strings.TrimSpace(string(n))))
}

// Digest is the SHA-256 of the normal form in hex. Keys of the table contain it,
// because they must not contain free text.
func (n Name) Digest() string { return Digest(n.Normalize()) }

// Text is free text, stored byte for byte. NUL is refused, because programs treat
// it differently.
type Text string

// ParseText reads free text sent by a caller. Errors: type_invalid.
func (t *Text) ParseText(text string) problem.FieldCode {
	if strings.ContainsRune(text, 0) {
		return problem.TypeInvalid
	}
	*t = Text(text)
	return ""
}

// Allowed says which texts are allowed.
func (Text) Allowed() string { return "must be a string without the character NUL" }

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

// Timezone is the IANA name of a time zone.
type Timezone string

var zoneName = pattern.New(`^[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*)*$`)

// ParseText reads a zone sent by a caller. "Local", the empty name and paths,
// which time.LoadLocation would take, are refused. So are "Factory", which means that
// no zone is set, and the variants of zones below posix and right. Errors: timezone_invalid.
func (z *Timezone) ParseText(text string) problem.FieldCode {
	if text == "Local" || text == "Factory" || !zoneName.MatchString(text) {
		return problem.TimezoneInvalid
	}
	if _, err := time.LoadLocation(text); err != nil {
		return problem.TimezoneInvalid
	}
	*z = Timezone(text)
	return ""
}

// Location is the zone for package time; UTC for a zone that this build does not
// know.
func (z Timezone) Location() *time.Location {
	if at, err := time.LoadLocation(string(z)); err == nil {
		return at
	}
	return time.UTC
}

// Language is a BCP 47 language tag in canonical form.
type Language string

// ParseText reads a language tag of at most 35 bytes sent by a caller. Errors: language_invalid.
func (l *Language) ParseText(text string) problem.FieldCode {
	if len(text) > 35 { // RFC 5646, section 4.4.1
		return problem.LanguageInvalid
	}
	tag, err := language.Parse(text)
	if err != nil || tag == language.Und || strings.Contains(text, "_") {
		return problem.LanguageInvalid
	}
	*l = Language(tag.String())
	return ""
}

// Currency is an ISO 4217 code. A stored one may have been withdrawn since.
type Currency string

// ParseText reads the code of a current currency sent by a caller, in any case. Errors: currency_invalid.
func (c *Currency) ParseText(text string) problem.FieldCode {
	code := strings.ToUpper(text)
	if !currentCurrencies[code] {
		return problem.CurrencyInvalid
	}
	*c = Currency(code)
	return ""
}

// Color is #rrggbb in lower case.
type Color string

var rgb = pattern.New(`^#[0-9a-f]{6}$`)

// ParseText reads a colour sent by a caller. Errors: type_invalid.
func (c *Color) ParseText(text string) problem.FieldCode {
	text = strings.ToLower(text)
	if !rgb.MatchString(text) {
		return problem.TypeInvalid
	}
	*c = Color(text)
	return ""
}

// Allowed says which texts are colours.
func (Color) Allowed() string { return "must be a colour such as #1f6feb" }

// Mask is the first character of the address and its domain, with *** between them. Its owner recognises it.
func (e Email) Mask() string {
	at := strings.LastIndexByte(string(e), '@')
	_, size := utf8.DecodeRuneInString(string(e))
	return string(e[:size]) + "***" + string(e[at:])
}

// Visibility says who sees a project apart from its members.
type Visibility string

// The visibilities of a project.
const (
	Private Visibility = "private" // its members, owner, admins and analysts
	Public  Visibility = "public"  // everyone in the workspace
)

// Digest is the SHA-256 of a text or of bytes, in hex.
func Digest[T ~string | ~[]byte](data T) string {
	sum := sha256.Sum256([]byte(data))
	return hex.EncodeToString(sum[:])
}

// Listed is a string type with a list of values.
type Listed interface {
	~string
	Values() []string
}

// ParseValue reads one of the values of a type. Errors: enum_invalid.
func ParseValue[T Listed](into *T, text string) problem.FieldCode {
	if !slices.Contains((*into).Values(), text) {
		return problem.EnumInvalid
	}
	*into = T(text)
	return ""
}

// Texts are the values as texts.
func Texts[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}

// ExternalID is the id that another system has for a record: visible ASCII. No two
// records of a kind have the same one in a workspace; entries, of the same owner. ""
// is none.
type ExternalID string

// MaxExternalID is the most characters of an ExternalID.
const MaxExternalID = 200

// ErrExternalIDTaken reports that a write did not happen because another record of the
// kind has the external id.
var ErrExternalIDTaken = errors.New("another record has this external id")

// ParseText reads an external id sent by a caller. Errors: type_invalid.
func (x *ExternalID) ParseText(text string) problem.FieldCode {
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return problem.TypeInvalid
	}
	*x = ExternalID(text)
	return ""
}

// Allowed says which texts are external ids.
func (ExternalID) Allowed() string { return "must be a string of visible ASCII characters" }

// OrNull is the external id for an answer: nil, which is null in JSON, if there is none.
func (x ExternalID) OrNull() *ExternalID { return OrNull(x) }

// Same reports whether two optional values are equal. nil is none.
func Same[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
