package store

import (
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/problem"
)

func TestCountAttemptAllowsTheLimitInEachWindow(t *testing.T) {
	b := newTestStore(t)
	for window := range 2 {
		for i := range 3 {
			if err := b.CountAttempt(ctx(t), "login", "ada", 3); err != nil {
				t.Fatalf("window %d, attempt %d: %v", window, i, err)
			}
		}
		err := b.CountAttempt(ctx(t), "login", "ada", 3)
		wantCode(t, err, problem.CodeRateLimited)
		if after := problem.From(err).RetryAfter; after <= 0 || after > time.Minute {
			t.Errorf("retry after %v, want within the window", after)
		}
		if err := b.CountAttempt(ctx(t), "login", "bea", 3); err != nil {
			t.Errorf("another subject: %v", err)
		}
		b.clock.Advance(time.Minute)
	}
}

func TestCountAttemptHoldsUnderConcurrency(t *testing.T) {
	b := newTestStore(t)
	var passed [30]bool
	testkit.Race(t, len(passed), func(i int) { passed[i] = b.CountAttempt(t.Context(), "login", "ada", 7) == nil })
	n := 0
	for _, p := range passed {
		if p {
			n++
		}
	}
	if n != 7 {
		t.Errorf("%d let through, want 7", n)
	}
}

func TestCountAttemptTreatsAThrottledCounterAsFull(t *testing.T) {
	b := newTestStore(t)
	b.probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Throttled), Times: testkit.Always})
	wantCode(t, b.CountAttempt(ctx(t), "login", "ada", 3), problem.CodeRateLimited)
}
