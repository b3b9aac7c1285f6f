package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stint/shared/domain"
)

// shutdownReserve is the time that a try leaves the worker to record the result.
const shutdownReserve = 5 * time.Second

// LeastTime is the shortest time with which a call does work.
const LeastTime = 3 * shutdownReserve

// ErrNoTime is the error of a call that began without time to do any work.
var ErrNoTime = errors.New("a call of the worker has no time for any work: its timeout must be at least " +
	LeastTime.String())

// hasTime reports whether there is time to begin more work.
func hasTime(ctx context.Context) bool {
	end, ends := ctx.Deadline()
	return ctx.Err() == nil && (!ends || time.Until(end) > 2*shutdownReserve)
}

// try does one work for domain.TryTimeout at most, and ends before the worker
// does. A panic is an error of this work only.
func (w *Worker) try(ctx context.Context, work domain.Work, handle Handler) (later *Later, err error) {
	until := time.Now().Add(domain.TryTimeout)
	if end, ends := ctx.Deadline(); ends && end.Add(-shutdownReserve).Before(until) {
		until = end.Add(-shutdownReserve)
	}
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("panic: %T", broken) // the text could contain secrets
		}
	}()
	return handle(ctx, work)
}
