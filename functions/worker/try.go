package worker

import (
	"context"
	"fmt"
	"time"

	"stint/shared/domain"
)

// shutdownReserve is what a try leaves of the worker's own time, to write down how it
// went.
const shutdownReserve = 5 * time.Second

// hasTime reports whether there is time to begin another piece of work.
func hasTime(ctx context.Context) bool {
	end, ends := ctx.Deadline()
	return ctx.Err() == nil && (!ends || time.Until(end) > 2*shutdownReserve)
}

// try does a piece of work for domain.TryTimeout at most, and ends in time before
// the worker does. A panic is an error of this piece alone.
func (w *Worker) try(ctx context.Context, work domain.Work, handle Handler) (later *Later, err error) {
	until := time.Now().Add(domain.TryTimeout)
	if end, ends := ctx.Deadline(); ends && end.Add(-shutdownReserve).Before(until) {
		until = end.Add(-shutdownReserve)
	}
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("panic: %T", broken) // its text could hold anything
		}
	}()
	return handle(ctx, work)
}
