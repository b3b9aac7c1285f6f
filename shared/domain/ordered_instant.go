package domain

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
