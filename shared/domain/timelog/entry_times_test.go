package timelog_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

func TestEntryTimes(t *testing.T) {
	t.Parallel()
	now := minute(10)
	early := timelog.EarliestStart.Plus(-time.Second)
	for _, c := range []struct {
		name        string
		start, stop domain.Instant
		wantStart   problem.FieldCode
		wantStop    problem.FieldCode
	}{
		{"past", minute(0), minute(5), "", ""},
		{"a stop at the start", minute(5), minute(5), "", ""},
		{"a stop before the start", minute(5), minute(5).Plus(-time.Second), "", problem.BeforeStart},
		{"as far ahead as a clock may be", minute(15), minute(15), "", ""},
		{"in the future", minute(15).Plus(time.Second), minute(15).Plus(time.Second), problem.InFuture, problem.InFuture},
		{"the earliest start", timelog.EarliestStart, minute(0), "", ""},
		{"before the earliest start", early, minute(0), problem.MinValue, ""},
	} {
		e := timelog.Entry{StartedAt: c.start, StoppedAt: &c.stop}
		if got := e.CheckStart(now); got != c.wantStart {
			t.Errorf("%s: start %q, want %q", c.name, got, c.wantStart)
		}
		if got := e.CheckStop(now); got != c.wantStop {
			t.Errorf("%s: stop %q, want %q", c.name, got, c.wantStop)
		}
		if got := e.StopsBeforeStart(); got != (c.wantStop == problem.BeforeStart) {
			t.Errorf("%s: stops before the start %v", c.name, got)
		}
	}
	if (timelog.Entry{StartedAt: minute(20)}).StopsBeforeStart() {
		t.Error("a running timer stops before its start")
	}
}

func TestStopNowNeverStopsBeforeTheStart(t *testing.T) {
	t.Parallel()
	for start, want := range map[int]int{5: 10, 10: 10, 12: 12} {
		stopped := timelog.Entry{StartedAt: minute(start), Version: 1}.StopNow(minute(10))
		if !stopped.StoppedAt.Equal(minute(want).Time) || stopped.Version != 2 {
			t.Errorf("started at %d: stopped at %v, version %d", start, stopped.StoppedAt, stopped.Version)
		}
	}
}
