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
