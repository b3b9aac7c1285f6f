package domain_test

import (
	"testing"

	"stint/shared/domain"
)

func TestRounding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode                   domain.RoundingMode
		minutes, seconds, want int64
	}{
		{domain.RoundNone, 0, 59, 59},
		{domain.RoundNone, 15, 59, 59},
		{domain.RoundUp, 0, 59, 59},
		{domain.RoundUp, 15, 0, 0},
		{domain.RoundUp, 15, 1, 900},
		{domain.RoundUp, 15, 900, 900},
		{domain.RoundUp, 15, 901, 1800},
		{domain.RoundDown, 15, 899, 0},
		{domain.RoundDown, 15, 900, 900},
		{domain.RoundDown, 15, 1799, 900},
		{domain.RoundNearest, 15, 449, 0},
		{domain.RoundNearest, 15, 450, 900},
		{domain.RoundNearest, 15, 1349, 900},
		{domain.RoundNearest, 1, 29, 0},
		{domain.RoundNearest, 1, 30, 60},
		{domain.RoundUp, 60, 3601, 7200},
		{domain.RoundNearest, 7, 209, 0},
		{domain.RoundNearest, 7, 210, 420},
	} {
		rounding := domain.Rounding{Mode: c.mode, Minutes: c.minutes}
		if got := rounding.Apply(c.seconds); got != c.want {
			t.Errorf("%d s %s to %d min: %d, want %d", c.seconds, c.mode, c.minutes, got, c.want)
		}
	}
}
