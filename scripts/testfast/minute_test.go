package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// minuteRun is what happened when jobs ran.
type minuteRun struct {
	started []string
	printed string
	err     error
	took    time.Duration
}

// lasting is a job that takes some time, and then passes or fails.
type lasting struct {
	name  string
	takes time.Duration
	fails error
}

// runMinute runs jobs on a clock of its own, some time after the start.
func runMinute(ctx context.Context, since time.Duration, all ...lasting) minuteRun {
	var r minuteRun
	var out bytes.Buffer
	var mu sync.Mutex
	began := time.Now()
	var jobs []job
	for _, l := range all {
		jobs = append(jobs, job{name: l.name, run: func(ctx context.Context) (string, error) {
			mu.Lock()
			r.started = append(r.started, fmt.Sprintf("%s %s", l.name, time.Since(began)))
			mu.Unlock()
			select {
			case <-ctx.Done():
				return "", cutOff("its tests were running")
			case <-time.After(l.takes):
				return "ended " + l.name + "\n", l.fails
			}
		}})
	}
	m := &minute{began: began.Add(-since), out: &out}
	r.err = m.run(ctx, jobs)
	r.took, r.printed = time.Since(began), out.String()
	slices.Sort(r.started[:min(atOnce, len(r.started))]) // these start at the same moment
	return r
}

// check compares what started, the time it took and the printed lines, in their order.
func (r minuteRun) check(t *testing.T, started []string, took time.Duration, lines ...string) {
	t.Helper()
	if !slices.Equal(r.started, started) {
		t.Errorf("started %q, want %q", r.started, started)
	}
	if r.took != took {
		t.Errorf("took %s, want %s", r.took, took)
	}
	if got := strings.Split(strings.TrimSuffix(r.printed, "\n"), "\n"); !slices.Equal(got, lines) {
		t.Errorf("printed %q, want %q", got, lines)
	}
}

func TestTwoJobsRunAtOnceInOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := runMinute(t.Context(), 0, lasting{"a", 5 * time.Second, nil}, lasting{"b", 2 * time.Second, nil},
			lasting{"c", time.Second, nil}, lasting{"d", 4 * time.Second, nil})
		r.check(t, []string{"a 0s", "b 0s", "c 2s", "d 3s"}, 7*time.Second,
			"ended b", "ended c", "ended a", "ended d", "test-fast: passed after 7s. make test runs all.")
		if r.err != nil {
			t.Errorf("error %v", r.err)
		}
	})
}

func TestNothingStartsInTheLastSecondsAndLongJobsAreCutOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := runMinute(t.Context(), 0, lasting{"long", time.Hour, nil}, lasting{"b", lastStart - time.Second, nil},
			lasting{"c", 12 * time.Second, nil}, lasting{"d", time.Second, nil})
		r.check(t, []string{"b 0s", "long 0s", "c 49s"}, limit+grace,
			"ended b", "ended c", "cut off\tlong: its tests were running",
			"test-fast: cut off: long", "test-fast: not started: d",
			"test-fast: nothing failed in 1m3s, but only 2 of 4 steps ended. make test runs all.")
		if r.err != nil {
			t.Errorf("what was cut off failed: %v", r.err)
		}
	})
}

// The time before the first job counts too: listing packages, and compiling this command.
func TestTheMinuteBeginsWithMake(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		runMinute(t.Context(), 40*time.Second, lasting{"a", time.Hour, nil}).check(t, []string{"a 0s"},
			limit+grace-40*time.Second, "cut off\ta: its tests were running", "test-fast: cut off: a",
			"test-fast: nothing failed in 1m3s, but only 0 of 1 steps ended. make test runs all.")
		runMinute(t.Context(), lastStart+time.Second, lasting{"a", time.Second, nil}).check(t, nil, 0,
			"test-fast: not started: a", "test-fast: nothing failed in 51s, but only 0 of 1 steps ended. make test runs all.")
	})
}

func TestAFailureEndsTheRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		failure := errors.New("exit status 1")
		r := runMinute(t.Context(), 0, lasting{"a", time.Second, failure}, lasting{"b", time.Hour, nil}, lasting{"c", 0, nil})
		r.check(t, []string{"a 0s", "b 0s"}, time.Second+grace,
			"ended a", "FAIL\ta: exit status 1", "cut off\tb: its tests were running", "test-fast: cut off: b",
			"test-fast: not started: c")
		if r.err == nil || r.err.Error() != "failed after 4s: a" {
			t.Errorf("error %v", r.err)
		}
	})
}

func TestALateFailureDoesNotMoveTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := runMinute(t.Context(), 0, lasting{"a", limit + grace - time.Second, errors.New("exit status 1")},
			lasting{"b", time.Hour, nil})
		if r.took != limit+grace || r.err == nil {
			t.Errorf("took %s, error %v", r.took, r.err)
		}
	})
}

func TestAnInterruptEndsTheRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r := runMinute(ctx, 0, lasting{"a", time.Hour, nil}, lasting{"b", time.Hour, nil}, lasting{"c", 0, nil})
		if r.took != time.Second || len(r.started) != 2 || !strings.Contains(r.printed, "not started: c") {
			t.Errorf("took %s, started %q\n%s", r.took, r.started, r.printed)
		}
	})
}

func TestLongListsAreCounted(t *testing.T) {
	t.Parallel()
	if got := firstOf([]string{"a", "b", "c", "d", "e"}); got != "a, b, c, d, e" {
		t.Error(got)
	}
	if got := firstOf([]string{"a", "b", "c", "d", "e", "f", "g"}); got != "a, b, c, d, e and 2 others" {
		t.Error(got)
	}
}
