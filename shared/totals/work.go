package totals

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/problem"
	"stint/shared/store/moneydb"
)

// catchUp builds the totals if they are not ready, and brings them up to date. When the context
// ends it stops, and a later call continues where it stopped. Errors: errSettingsChanged.
func (k keeper) catchUp(ctx context.Context, w Workspace) (reports.TotalsState, error) {
	for {
		state, p, err := k.refresh(ctx, w)
		if err == nil && p == notReady {
			err = k.build(ctx, w)
		}
		if err != nil || p == changed || p == unchanged {
			return state, err
		}
	}
}

// mayContinue reports whether a later call of catchUp continues after an error: it had no time
// left, or others changed the totals or the settings.
func mayContinue(ctx, limited context.Context, err error) bool {
	return limited.Err() != nil && ctx.Err() == nil || errors.Is(err, errSettingsChanged) ||
		problem.Is(err, problem.CodeConflict)
}

// work is catchUp for one turn, of work that was queued. more says that the turn was not
// enough. A turn that wrote nothing has made no progress, and is an error.
func (k keeper) work(ctx context.Context, w Workspace, turn time.Duration) (more bool, err error) {
	limited, cancel := context.WithTimeout(ctx, turn)
	defer cancel()
	return k.workUntil(ctx, limited, w)
}

func (k keeper) workUntil(ctx, limited context.Context, w Workspace) (more bool, err error) {
	before, err := k.store.TotalsState(ctx, w.ID, k.of)
	if err != nil {
		return false, err
	}
	if _, err = k.catchUp(limited, w); err == nil {
		return false, k.forget(ctx, w.ID)
	}
	if !mayContinue(ctx, limited, err) {
		return false, err
	}
	after, failed := k.store.TotalsState(ctx, w.ID, k.of)
	if failed != nil || after.Version == before.Version {
		return false, errors.Join(err, failed)
	}
	return true, nil
}

// queuePatience is how long work that was queued may take before it is queued again.
const queuePatience = 6 * time.Hour

// queue queues work for totals whose state was read, unless some is queued.
func (k keeper) queue(ctx context.Context, workspace domain.ID, was reports.TotalsState) error {
	next := was
	next.QueuedAt = domain.InstantOf(k.clock())
	if !was.QueuedAt.IsZero() && next.QueuedAt.Before(was.QueuedAt.Add(queuePatience)) {
		return nil
	}
	if err := k.store.QueueTotals(ctx, workspace, k.of, was, next); !errors.Is(err, moneydb.ErrTotalsChanged) {
		return err
	}
	return nil // another one was faster, and a later reader queues it if need be
}

// forget notes that no work is queued.
func (k keeper) forget(ctx context.Context, workspace domain.ID) error {
	return retryWrite(ctx, func() error {
		was, err := k.store.TotalsState(ctx, workspace, k.of)
		if err != nil || was.QueuedAt.IsZero() {
			return err
		}
		next := was
		next.QueuedAt = domain.Instant{}
		return k.store.ChangeTotalsState(ctx, workspace, k.of, was, next)
	})
}

// fence makes sure that nobody else writes totals between the first reading of a refresh and
// its last write. Without it, another refresh that has read an entry before its latest change
// could write the totals of that time just after this one has found them right.
//
// A nil fence lets others write.
type fence struct {
	version int64 // of the state, with the writes of this refresh
}

// check returns moneydb.ErrTotalsChanged if somebody else has written totals.
func (f *fence) check(state reports.TotalsState) error {
	if f != nil && state.Version != f.version {
		return moneydb.ErrTotalsChanged
	}
	return nil
}

// wrote counts a write of this refresh.
func (f *fence) wrote() {
	if f != nil {
		f.version++
	}
}

// retry repeats a step whose write failed because of another one. Behind a fence the
// refresh as a whole is repeated instead.
func (f *fence) retry(ctx context.Context, step func() error) error {
	if f != nil {
		return step()
	}
	return retryWrite(ctx, step)
}
