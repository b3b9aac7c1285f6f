package worker_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"stint/functions/worker"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

// fakeWatches has the watches of workspaces whose looks do what broken does, and of one that is healthy.
type fakeWatches struct {
	due    map[domain.ID]domain.Instant
	broken func(ctx context.Context) error
	looks  map[domain.ID]int
}

const healthy = "healthy"

func newFakeWatches(n int, broken func(ctx context.Context) error) *fakeWatches {
	now := domain.InstantOf(time.Now())
	f := &fakeWatches{due: map[domain.ID]domain.Instant{healthy: now}, broken: broken, looks: map[domain.ID]int{}}
	for i := range n {
		f.due[domain.ID(fmt.Sprint("broken", i))] = now.Plus(-time.Hour)
	}
	return f
}

// DueTimerWatches lists up to 100, the longest due first, as the store does.
func (f *fakeWatches) DueTimerWatches(context.Context) (all []timelog.TimerWatch, err error) {
	for w, due := range f.due {
		if !due.After(time.Now()) {
			all = append(all, timelog.TimerWatch{WorkspaceID: w, DueAt: due})
		}
	}
	slices.SortFunc(all, func(a, b timelog.TimerWatch) int {
		return cmp.Or(a.DueAt.Compare(b.DueAt.Time), cmp.Compare(a.WorkspaceID, b.WorkspaceID))
	})
	return all[:min(len(all), 100)], nil
}

func (f *fakeWatches) RunningTimers(ctx context.Context, w domain.ID) ([]timelog.Entry, error) {
	f.looks[w]++
	if w == healthy {
		return nil, nil
	}
	return nil, f.broken(ctx)
}

func (*fakeWatches) NotifyLongTimer(context.Context, domain.ID, timelog.Entry) error { return nil }

func (f *fakeWatches) PostponeTimerWatch(ctx context.Context, was timelog.TimerWatch, due domain.Instant) error {
	if ctx.Err() == nil {
		f.due[was.WorkspaceID] = due
	}
	return ctx.Err()
}

// Many workspaces that fail or do not answer only delay the others: each is left for a quarter of an hour.
func TestBrokenWorkspacesDoNotStopTheOthers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		broken func(ctx context.Context) error
		runs   int // until all are looked at
	}{
		"fails": {func(context.Context) error { return errors.New("broken") }, 4},
		"hangs": {func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, 76}, // four in a run
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newFakeWatches(300, c.broken)
				watcher := worker.TimerWatcher{Store: f, Clock: time.Now}
				for run := range c.runs {
					began := time.Now()
					if err := watcher.Run(t.Context()); run == 0 && err == nil {
						t.Fatal("no error")
					}
					if took := time.Since(began); took > 30*time.Second {
						t.Fatalf("a run took %v", took)
					}
					time.Sleep(time.Until(began.Add(time.Minute)))
				}
				if f.looks[healthy] != 1 || name == "fails" && f.looks["broken0"] != 1 {
					t.Errorf("%d looks at the healthy workspace, %d at the first broken one", f.looks[healthy], f.looks["broken0"])
				}
			})
		})
	}
}
