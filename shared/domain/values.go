package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"
	_ "time/tzdata"
	"unicode"

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
