package domain

// Apply rounds the seconds of one entry to whole steps of the rounding's
// minutes: up, down, or to the nearest, of which half a step goes up. Seconds
// are never negative. Nothing to round stays nothing. Source: contract,
// billable settings.
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
