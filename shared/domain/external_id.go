package domain

import (
	"errors"
	"strings"

	"stint/shared/problem"
)

// ExternalID is the id that another system has for a record: visible ASCII. No two
// records of a kind have the same one in a workspace; entries, of the same owner. ""
// is none.
type ExternalID string

// MaxExternalID is the most characters of an ExternalID.
const MaxExternalID = 200

// ErrExternalIDTaken reports that a write did not happen because another record of the
// kind has the external id.
var ErrExternalIDTaken = errors.New("another record has this external id")

// ParseText reads an external id sent by a caller.
func (x *ExternalID) ParseText(text string) problem.FieldCode {
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return problem.TypeInvalid
	}
	*x = ExternalID(text)
	return ""
}

// OrNull is the external id for an answer: nil, which is null in JSON, if there is none.
func (x ExternalID) OrNull() *ExternalID { return OrNull(x) }
