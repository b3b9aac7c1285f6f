// Package retry repeats operations that failed for a reason that passes.
package retry

import (
	"context"
	"math/rand/v2"
	"time"
)

// Policy is how often an operation is tried, and how long Do waits between two tries: a
// random time below a ceiling that doubles from Min to Max (full jitter, after
// "Exponential Backoff And Jitter", AWS Architecture Blog). With a zero Min, Do does
// not wait.
type Policy struct {
	Tries    int // all tries together, at least 1
	Min, Max time.Duration
}

// Do calls try until it reports that another try would not help, or until the
// tries are used up. It returns the error of the last try. While it waits, it
// returns the context's error as soon as the context ends.
func Do(ctx context.Context, p Policy, try func() (again bool, err error)) error {
	for n := 1; ; n++ {
		again, err := try()
		if !again || n >= p.Tries {
			return err
		}
		if p.Min <= 0 {
			continue
		}
		if err := Wait(ctx, p.pause(n)); err != nil {
			return err
		}
	}
}

// pause is the time to wait after the given try, counted from 1.
func (p Policy) pause(try int) time.Duration {
	ceiling := p.Max
	if doubled := p.Min << (try - 1); doubled > 0 && doubled < p.Max {
		ceiling = doubled
	}
	return rand.N(ceiling) + time.Millisecond
}

// Wait waits for a duration. It returns the context's error as soon as the
// context ends.
func Wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
