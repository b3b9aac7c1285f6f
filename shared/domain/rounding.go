package domain

// Apply rounds the seconds of one entry, which are not negative, to a multiple of
// the rounding's minutes: up, down or to the nearest. Half a step is rounded up.
func (r Rounding) Apply(seconds int64) int64 {
	step := r.Minutes * 60
	if step <= 0 {
		return seconds
	}
	switch r.Mode {
	case RoundUp:
		return (seconds + step - 1) / step * step
	case RoundDown:
		return seconds / step * step
	case RoundNearest:
		return (seconds + step/2) / step * step
	default:
		return seconds
	}
}

// Rounding says how summaries and submissions round the seconds of each entry. Entries, exports and invoices are never
// rounded.
type Rounding struct {
	Mode    RoundingMode `db:"mode"`
	Minutes int64        `db:"min,omitempty"` // 1 to 60; 0 with RoundNone
}

// RoundingMode is the direction of rounding.
type RoundingMode string

// The rounding modes.
const (
	RoundNone    RoundingMode = "none"
	RoundUp      RoundingMode = "up"
	RoundDown    RoundingMode = "down"
	RoundNearest RoundingMode = "nearest"
)

// MaxRoundingMinutes is the largest step that seconds are rounded to.
const MaxRoundingMinutes = 60
