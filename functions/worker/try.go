package worker

import (
	"context"
	"fmt"
	"time"

	"stint/shared/domain"
)

// spare is what a try leaves of the worker's own time, to write down how it
// went.
const spare = 5 * time.Second

// roomy reports whether there is time to begin another piece of work.
func roomy(ctx context.Context) bool {
	end, ends := ctx.Deadline()
	return ctx.Err() == nil && (!ends || time.Until(end) > 2*spare)
}

// try does a piece of work for domain.TryFor at most, and ends in time before
// the worker does. A panic is an error of this piece alone.
func (w *Worker) try(ctx context.Context, work domain.Work, handle Handler) (later *Later, err error) {
	until := time.Now().Add(domain.TryFor)
	if end, ends := ctx.Deadline(); ends && end.Add(-spare).Before(until) {
		until = end.Add(-spare)
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
