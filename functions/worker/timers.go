package worker

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store"
)

// TimerWatches finds timers that have run for timelog.LongTimer.
type TimerWatches interface {
	// DueTimerWatches lists the workspaces whose timers are to be looked at.
	DueTimerWatches(ctx context.Context) ([]timelog.TimerWatch, error)
	// RunningTimers lists the running timers of a workspace. Errors: not_found.
	RunningTimers(ctx context.Context, workspace domain.ID) ([]timelog.Entry, error)
	// NotifyLongTimer queues the mail about a timer, once.
	NotifyLongTimer(ctx context.Context, workspace domain.ID, timer timelog.Entry) error
	// PostponeTimerWatch sets when a workspace is looked at again, unless it was made due since.
	PostponeTimerWatch(ctx context.Context, was timelog.TimerWatch, due domain.Instant) error
}

var _ TimerWatches = (*store.Store)(nil)

// timerLookTimeout is how long one look may take, and the write that postpones one that failed.
const timerLookTimeout = 5 * time.Second

// TimerWatcher queues mails about timers that have run long.
type TimerWatcher struct {
	Store TimerWatches
	Clock func() time.Time
}

// Run looks at the timers of all workspaces that are due. A workspace that fails or takes too long is looked
// at again after timelog.TimerCheckPause, so the others are not late because of it.
func (t *TimerWatcher) Run(ctx context.Context) error {
	return lookAtDue(ctx, t.Store.DueTimerWatches, timerLookTimeout, t.look, t.delay)
}

// delay postpones a workspace whose look failed.
func (t *TimerWatcher) delay(ctx context.Context, watch timelog.TimerWatch) error {
	ctx, cancel := context.WithTimeout(ctx, timerLookTimeout)
	defer cancel()
	return t.Store.PostponeTimerWatch(ctx, watch, domain.InstantOf(t.Clock()).Plus(timelog.TimerCheckPause))
}

// look queues the mails of one workspace, and sets when to look again. A deleted workspace may be restored, so
// it is looked at again too.
func (t *TimerWatcher) look(ctx context.Context, watch timelog.TimerWatch) error {
	now := domain.InstantOf(t.Clock())
	timers, err := t.Store.RunningTimers(ctx, watch.WorkspaceID)
	if err != nil && !problem.Is(err, problem.CodeNotFound) {
		return err
	}
	for _, timer := range timers {
		if !timer.RunsLong(now) {
			continue
		}
		if err := t.Store.NotifyLongTimer(ctx, watch.WorkspaceID, timer); err != nil {
			return err
		}
	}
	return t.Store.PostponeTimerWatch(ctx, watch, timelog.NextTimerCheck(timers, now))
}
