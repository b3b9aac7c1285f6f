package domain_test

import (
	"testing"
	"time"

	"stint/shared/domain"
)

func TestNextTimerCheck(t *testing.T) {
	t.Parallel()
	now := domain.InstantOf(time.Date(2026, 6, 17, 20, 0, 0, 0, time.UTC))
	ran := func(d time.Duration) domain.Entry { return domain.Entry{StartedAt: now.Plus(-d)} }
	for _, c := range []struct {
		name    string
		running []domain.Entry
		want    time.Duration
	}{
		{"none runs", nil, 10 * time.Hour},
		{"one runs", []domain.Entry{ran(4 * time.Hour)}, 6 * time.Hour},
		{"the first counts", []domain.Entry{ran(time.Hour), ran(7 * time.Hour), ran(2 * time.Hour)}, 3 * time.Hour},
		{"one has run long already", []domain.Entry{ran(10 * time.Hour), ran(30 * time.Hour)}, 10 * time.Hour},
		{"one is about to", []domain.Entry{ran(10*time.Hour - time.Minute)}, domain.TimerCheckPause},
		{"one starts in the future", []domain.Entry{ran(-time.Hour)}, 10 * time.Hour},
	} {
		if got := domain.NextTimerCheck(c.running, now).Sub(now.Time); got != c.want {
			t.Errorf("%s: in %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRunsLong(t *testing.T) {
	t.Parallel()
	now := domain.InstantOf(time.Date(2026, 6, 17, 20, 0, 0, 0, time.UTC))
	long := domain.Entry{ID: "e", StartedAt: now.Plus(-domain.LongTimer)}
	short := domain.Entry{ID: "e", StartedAt: now.Plus(-domain.LongTimer + time.Second)}
	stopped := long
	stopped.StoppedAt = &now
	if !long.RunsLong(now) || short.RunsLong(now) || stopped.RunsLong(now) {
		t.Error("10 hours from the start are long, while it runs")
	}
	hour := domain.Entry{ID: "e", StartedAt: now.Plus(-domain.EarlyStart)}
	if hour.StartsEarly(nil, now) || !short.StartsEarly(nil, now) || !short.StartsEarly(&hour, now) || hour.StartsEarly(&short, now) {
		t.Error("a start is early that is more than an hour ago, or moved back")
	}
}
