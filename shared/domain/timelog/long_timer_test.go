package timelog_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

func TestNextTimerCheck(t *testing.T) {
	t.Parallel()
	now := domain.InstantOf(time.Date(2026, 6, 17, 20, 0, 0, 0, time.UTC))
	ran := func(d time.Duration) timelog.Entry { return timelog.Entry{StartedAt: now.Plus(-d)} }
	for _, c := range []struct {
		name    string
		running []timelog.Entry
		want    time.Duration
	}{
		{"none runs", nil, 10 * time.Hour},
		{"one runs", []timelog.Entry{ran(4 * time.Hour)}, 6 * time.Hour},
		{"the first counts", []timelog.Entry{ran(time.Hour), ran(7 * time.Hour), ran(2 * time.Hour)}, 3 * time.Hour},
		{"one has run long already", []timelog.Entry{ran(10 * time.Hour), ran(30 * time.Hour)}, 10 * time.Hour},
		{"one is about to", []timelog.Entry{ran(10*time.Hour - time.Minute)}, timelog.TimerCheckPause},
		{"one starts in the future", []timelog.Entry{ran(-time.Hour)}, 10 * time.Hour},
	} {
		if got := timelog.NextTimerCheck(c.running, now).Sub(now.Time); got != c.want {
			t.Errorf("%s: in %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRunsLong(t *testing.T) {
	t.Parallel()
	now := domain.InstantOf(time.Date(2026, 6, 17, 20, 0, 0, 0, time.UTC))
	long := timelog.Entry{ID: "e", StartedAt: now.Plus(-timelog.LongTimer)}
	short := timelog.Entry{ID: "e", StartedAt: now.Plus(-timelog.LongTimer + time.Second)}
	stopped := long
	stopped.StoppedAt = &now
	if !long.RunsLong(now) || short.RunsLong(now) || stopped.RunsLong(now) {
		t.Error("10 hours from the start are long, while it runs")
	}
	hour := timelog.Entry{ID: "e", StartedAt: now.Plus(-timelog.EarlyStart)}
	if hour.StartsEarly(nil, now) || !short.StartsEarly(nil, now) || !short.StartsEarly(&hour, now) ||
		hour.StartsEarly(&short, now) {
		t.Error("a start is early that is more than an hour ago, or moved back")
	}
}
