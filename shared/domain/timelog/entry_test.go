package timelog_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// minute is a moment of a day that does not matter.
func minute(n int) domain.Instant {
	return domain.InstantOf(time.Date(2026, 6, 17, 12, n, 0, 0, time.UTC))
}

func entry(from, to int) timelog.Entry {
	end := minute(to)
	return timelog.Entry{StartedAt: minute(from), StoppedAt: &end}
}

func TestAmountIsRoundedHalfUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ seconds, rate, want int64 }{
		{3600, 100, 100}, {1800, 1, 1}, {1799, 1, 0}, {0, 100_000_000, 0}, {1, 1800, 1}, {10, 0, 0}, {5400, 9999, 14999},
	} {
		end := minute(0).Plus(time.Duration(c.seconds) * time.Second)
		e := timelog.Entry{StartedAt: minute(0), StoppedAt: &end, IsBillable: true, HourlyRate: &c.rate}
		if got := e.Amount(); got != c.want {
			t.Errorf("%d s at %d: %d, want %d", c.seconds, c.rate, got, c.want)
		}
		e.IsBillable = false
		if got := e.Amount(); got != 0 {
			t.Errorf("not billable, but worth %d", got)
		}
	}
}

func TestSwitchStopsAtTheNewStart(t *testing.T) {
	t.Parallel()
	running := timelog.Entry{StartedAt: minute(10), Version: 3}
	stopped, err := running.SwitchTo(timelog.Entry{StartedAt: minute(11)}, minute(20))
	if err != nil || !stopped.StoppedAt.Equal(minute(11).Time) || stopped.Version != 4 ||
		!stopped.UpdatedAt.Equal(minute(20).Time) {
		t.Errorf("stopped %v, error %v", stopped, err)
	}
	stopped, err = running.SwitchTo(timelog.Entry{StartedAt: minute(10)}, minute(20))
	if err != nil || stopped.Seconds(minute(20)) != 0 || stopped.Running() {
		t.Errorf("at the same moment: stopped %v, error %v, want 0 seconds", stopped, err)
	}
	if _, err := running.SwitchTo(timelog.Entry{StartedAt: minute(9)}, minute(20)); !problem.Is(err,
		problem.CodeConflict) {
		t.Errorf("before: error %v, want a conflict", err)
	}
}

func TestSecondsAreNeverNegative(t *testing.T) {
	t.Parallel()
	ahead := timelog.Entry{StartedAt: minute(5)}
	if got := ahead.Seconds(minute(3)); got != 0 {
		t.Errorf("%d s, want 0", got)
	}
	if got := ahead.Seconds(minute(6)); got != 60 {
		t.Errorf("%d s, want 60", got)
	}
}
