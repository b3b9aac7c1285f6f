package domain

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"stint/shared/problem"
)

// ID identifies a record: a UUID in lower case. The zero value is no id.
type ID string

// NewID makes a time-ordered id (UUIDv7).
func NewID() ID { return ID(uuid.Must(uuid.NewV7()).String()) }

// ownerDigits is how many hexadecimal digits of an owner's id the ids of NewIDOf have. They say when the owner's id was
// made, to 16 ms. 30 bits of the id are left to chance and order within a millisecond.
const ownerDigits = 11

// NewIDOf makes a time-ordered id (UUIDv7) whose last 11 digits are the first 11 of its owner's id. So a record of one
// of many users is found by its id, without an index.
func NewIDOf(owner ID) ID { return NewID().OfOwner(owner) }

// OfOwner is the id with the beginning of its owner's id as its end, as NewIDOf makes it.
func (id ID) OfOwner(owner ID) ID {
	beginning := strings.ReplaceAll(string(owner), "-", "")
	if len(beginning) < ownerDigits {
		return id
	}
	return id[:len(id)-ownerDigits] + ID(beginning[:ownerDigits])
}

// OwnerBeginning is how the id of the owner begins, if NewIDOf made the id.
func (id ID) OwnerBeginning() string {
	const group = 8 // digits of the first group of a UUID
	last := string(id[len(id)-ownerDigits:])
	return last[:group] + "-" + last[group:]
}

// ParseID reads a UUID in its 36-character form, in either letter case.
func ParseID(text string) (ID, bool) {
	if len(text) != 36 {
		return "", false
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return "", false
	}
	return ID(id.String()), true
}

// OrNull is the id for an answer: nil, which is null in JSON, if there is none.
func (id ID) OrNull() *ID { return OrNull(id) }

// OrNull is a text for an answer: nil, which is null in JSON, for "".
func OrNull[T ~string](text T) *T {
	if text == "" {
		return nil
	}
	return &text
}

// ParseText reads an id sent by a caller.
func (id *ID) ParseText(text string) problem.FieldCode {
	parsed, ok := ParseID(text)
	if !ok {
		return problem.UUIDInvalid
	}
	*id = parsed
	return ""
}

// MadeAt is when the service made the id; nil for one that does not say it.
func (id ID) MadeAt() *Instant {
	parsed, err := uuid.Parse(string(id))
	if err != nil || parsed.Version() != 7 {
		return nil
	}
	at := InstantOf(time.Unix(parsed.Time().UnixTime()))
	return &at
}

// ProjectMemberKey identifies a project member.
type ProjectMemberKey struct{ Project, User ID }
