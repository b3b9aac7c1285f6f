package domain

import (
	"time"

	"stint/shared/pattern"
	"stint/shared/problem"
)

// Instant is a moment in UTC, in whole seconds. All times are stored and sent as
// instants.
type Instant struct{ time.Time }

// InstantLayout is fixed in width, so that the text order of instants is their
// order in time (years 0000 to 9999).
const InstantLayout = "2006-01-02T15:04:05Z"

// InstantOf makes an instant of a time, cutting off the fraction of a second.
func InstantOf(t time.Time) Instant { return Instant{t.UTC().Truncate(time.Second)} }

// rfc3339 is RFC 3339, section 5.6. It is needed because time.Parse also accepts
// one-digit hours, a comma before the fraction, and offsets up to 24:60. Leap seconds are
// refused.
var rfc3339 = pattern.New(`^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

// maxInstantLength bounds the text of an instant, in bytes. RFC 3339 has no bound for the
// digits of a fraction.
const maxInstantLength = 100

// ParseInstant reads an RFC 3339 date-time of at most 100 bytes, with any offset. Years
// 0001 to 9999 in UTC are accepted.
func ParseInstant(text string) (Instant, bool) {
	if len(text) > maxInstantLength || !rfc3339.MatchString(text) {
		return Instant{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, upperTZ(text))
	if err != nil {
		return Instant{}, false
	}
	at := InstantOf(t)
	return at, at.Year() >= 1 && at.Year() <= 9999
}

func upperTZ(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c == 't' || c == 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

// ParseText reads an instant sent by a caller.
func (at *Instant) ParseText(text string) problem.FieldCode {
	parsed, ok := ParseInstant(text)
	if !ok {
		return problem.DateTimeInvalid
	}
	*at = parsed
	return ""
}

// String is the instant in InstantLayout.
func (at Instant) String() string { return at.UTC().Format(InstantLayout) }

// MarshalText writes the instant in InstantLayout, for JSON and storage alike.
func (at Instant) MarshalText() ([]byte, error) { return []byte(at.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (at *Instant) UnmarshalText(text []byte) error {
	t, err := time.Parse(InstantLayout, string(text))
	if err != nil {
		return err
	}
	*at = Instant{t.UTC()}
	return nil
}

// Plus is the instant moved by d, cut to whole seconds.
func (at Instant) Plus(d time.Duration) Instant { return InstantOf(at.Add(d)) }

// Later is the later one of two moments.
func Later(a, b Instant) Instant {
	if b.After(a.Time) {
		return b
	}
	return a
}

// SecondsUntil is the number of whole seconds from at to end; negative when end is earlier.
func (at Instant) SecondsUntil(end Instant) int64 { return end.Unix() - at.Unix() }

// OrderedInstant is an instant with an order among those of the same second.
type OrderedInstant struct {
	At Instant `db:"at"`
	ID ID      `db:"id,omitempty"` // of that time; "" is none
}

// OrderedNow is the instant now, after all that had a time-ordered id before.
func OrderedNow(now Instant) *OrderedInstant { return &OrderedInstant{At: now, ID: NewID()} }

// IsBefore reports whether the instant is known and before another one; nil is never. In
// the same second the ids decide, and it is false for an instant without a time-ordered id.
func (o OrderedInstant) IsBefore(other *OrderedInstant) bool {
	switch {
	case other == nil || o.At.IsZero():
		return false
	case !o.At.Equal(other.At.Time):
		return o.At.Before(other.At.Time)
	}
	return o.ID.MadeAt() != nil && o.ID < other.ID
}
