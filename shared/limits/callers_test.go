package limits_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/limits"
	"stint/shared/problem"
)

// sharedWindows are windows in memory that count their writes.
type sharedWindows struct {
	mu     sync.Mutex
	totals map[string]int
	writes int
	err    error
	fails  func(write int) bool // this write only
	after  func(write int)      // runs after a write and before its answer
}

func (s *sharedWindows) AddToWindow(_ context.Context, q domain.Quota, at time.Time, uses int) (int, error) {
	total, write, err := s.add(q, at, uses)
	if s.after != nil {
		s.after(write)
	}
	return total, err
}

func (s *sharedWindows) add(q domain.Quota, at time.Time, uses int) (total, write int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	if s.err != nil {
		return 0, s.writes, s.err
	}
	if s.fails != nil && s.fails(s.writes) {
		return 0, s.writes, errors.New("unavailable")
	}
	id := q.Kind + q.Subject + at.Truncate(q.Window).String()
	s.totals[id] += uses
	return s.totals[id], s.writes, nil
}

var clock = testkit.NewClock(time.Date(2026, 6, 17, 12, 0, 18, 0, time.UTC))

func newInstance(shared *sharedWindows, perCaller, perWorkspace int) *limits.Callers {
	return limits.NewCallers(config.Limits{PerCaller: perCaller, PerWorkspace: perWorkspace}, shared, clock.Now)
}

func newShared() *sharedWindows { return &sharedWindows{totals: map[string]int{}} }

var request = limits.Request{Caller: "user:ada", WorkspaceID: "w", Weight: 1}

func countPassed(t *testing.T, n int, count func(i int) error) (passed int) {
	t.Helper()
	for i := range n {
		if err := count(i); err == nil {
			passed++
		} else if !problem.Is(err, problem.CodeRateLimited) || problem.From(err).RetryAfter != 42*time.Second {
			t.Fatal(err)
		}
	}
	return passed
}

func TestOneInstanceIsExact(t *testing.T) {
	c := newInstance(newShared(), 600, 6000)
	if n := countPassed(t, 700, func(int) error { _, err := c.Count(t.Context(), request); return err }); n != 600 {
		t.Errorf("%d requests passed, want 600", n)
	}
	other := request
	other.Caller = "user:bob"
	usage, err := c.Count(t.Context(), other)
	if err != nil || usage.RateLimit() != `"caller";r=599;t=42, "workspace";r=5399;t=42` ||
		usage.Policy() != `"caller";q=600;w=60, "workspace";q=6000;w=60` {
		t.Errorf("%q %q %v", usage.RateLimit(), usage.Policy(), err)
	}
}

// Each instance lets pass at most the requests that it has not written yet.
func TestInstancesShareTheWindow(t *testing.T) {
	shared, passed := newShared(), 0
	instances := make([]*limits.Callers, 4)
	for i := range instances {
		instances[i] = newInstance(shared, 600, 0)
	}
	passed = countPassed(t, 3000, func(i int) error { _, err := instances[i%4].Count(t.Context(), request); return err })
	if passed < 600 || passed > 600+4*12 {
		t.Errorf("%d requests passed 4 instances, want 600 to 648", passed)
	}
}

func TestCountingCostsAtMostOneWriteInTenRequests(t *testing.T) {
	for _, callers := range []int{1, 7} {
		shared := newShared()
		c := newInstance(shared, 1e6, 1e6)
		for i := range 6000 {
			if _, err := c.Count(t.Context(), limits.Request{Caller: string(rune('a' + i%callers)), WorkspaceID: "w",
				Weight: 1}); err != nil {
				t.Fatal(err)
			}
		}
		if shared.writes > 600 {
			t.Errorf("%d callers: %d writes for 6000 requests", callers, shared.writes)
		}
	}
}

func TestARefusedRequestCostsNothing(t *testing.T) {
	shared := newShared()
	c := newInstance(shared, 24, 0)
	countPassed(t, 24, func(int) error { _, err := c.Count(t.Context(), request); return err })
	before := shared.writes
	if n := countPassed(t, 100, func(int) error { _, err := c.Count(t.Context(), request); return err }); n != 0 ||
		shared.writes != before {
		t.Errorf("%d passed, %d writes", n, shared.writes-before)
	}
}

func TestEveryMinuteHasItsOwnWindow(t *testing.T) {
	c := newInstance(newShared(), 10, 0)
	countPassed(t, 10, func(int) error { _, err := c.Count(t.Context(), request); return err })
	clock.Advance(42 * time.Second)
	defer clock.Advance(18 * time.Second)
	if _, err := c.Count(t.Context(), request); err != nil {
		t.Error(err)
	}
}

// A write that fails lets requests pass, and the instance still counts.
func TestAFailedWriteStillCounts(t *testing.T) {
	shared := newShared()
	shared.err = errors.New("unavailable")
	c := newInstance(shared, 100, 0)
	if n := countPassed(t, 200, func(int) error { _, err := c.Count(t.Context(), request); return err }); n != 100 {
		t.Errorf("%d passed, want 100", n)
	}
}

// What a write that failed should have counted goes with the next one, so another instance learns of it.
func TestWhatAFailedWriteCountedIsWrittenLater(t *testing.T) {
	for _, every := range []int{1, 2, 3} {
		shared := newShared()
		shared.fails = func(write int) bool { return write == 1 || every > 1 && write%every == 0 }
		c, other := newInstance(shared, 600, 0), newInstance(shared, 600, 0)
		count := func(of *limits.Callers) int {
			return countPassed(t, 700, func(int) error { _, err := of.Count(t.Context(), request); return err })
		}
		if n := count(c); n != 600 {
			t.Errorf("failures of each write number %d: %d passed, want 600", every, n)
		}
		if n := count(other); n > 30 {
			t.Errorf("failures of each write number %d: %d passed at another instance, want 30 at most", every, n)
		}
	}
}

func TestParallelRequestsAreCounted(t *testing.T) {
	c := newInstance(newShared(), 50, 0)
	var passed [120]bool
	testkit.Race(t, len(passed), func(i int) {
		_, err := c.Count(t.Context(), request)
		passed[i] = err == nil
	})
	n := 0
	for _, p := range passed {
		if p {
			n++
		}
	}
	if n != 50 {
		t.Errorf("%d passed, want 50", n)
	}
}

// Requests that are counted while the answer of a write is on its way count once.
func TestALateAnswerCountsNothingTwice(t *testing.T) {
	shared := newShared()
	c := newInstance(shared, 50, 0)
	count := func(int) error { _, err := c.Count(t.Context(), request); return err }
	shared.after = func(write int) {
		if write != 1 {
			return
		}
		if n := countPassed(t, 60, count); n != 50-12 {
			t.Errorf("%d passed before the answer, want 38", n)
		}
	}
	if n := countPassed(t, 20, count); n != 12 {
		t.Errorf("%d passed beside them, want 12", n)
	}
}
