// Package worker does what requests leave for later: it takes what is due out
// of the queue and hands it to the handler of its kind. A piece of work is put
// off before it is begun and deleted when it is done, so whatever fails, also
// the worker itself, it is done at least once and never lost. What fails for days
// is given up: it leaves the queue, and lies where it can be listed.
package worker

import (
	"context"
	"errors"
	"iter"
	"log/slog"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
)

// Queue is where work waits.
type Queue interface {
	// DueWork gives the work of one partition that is due, the longest due first.
	DueWork(ctx context.Context, shard int) iter.Seq2[store.QueuedWork, error]
	// BeginWork puts work off to its next try. Errors: conflict when another
	// worker was faster.
	BeginWork(ctx context.Context, d store.QueuedWork) (store.QueuedWork, error)
	// FinishWork takes work that is done out of the queue.
	FinishWork(ctx context.Context, d store.QueuedWork) error
	// PostponeWork puts work that came along off to a later time; one that has
	// passed is now. Errors: conflict when another worker has begun it meanwhile.
	PostponeWork(ctx context.Context, d store.QueuedWork, at domain.Instant) error
	// GiveUpWork gives work up. Errors: conflict when another worker has begun it
	// or given it up meanwhile.
	GiveUpWork(ctx context.Context, d store.QueuedWork) error
}

var _ Queue = (*store.Store)(nil)

// Handler does one kind of work. After an error the work is tried again later,
// and given up after domain.MaxWorkTries; what came to nothing because its reason is
// gone is done. Work that has come along but is not done yet goes on later: that
// is neither an error nor a try.
type Handler func(ctx context.Context, w domain.Work) (*Later, error)

// Later is when work goes on; the zero value is as soon as possible.
type Later struct{ At domain.Instant }

// singleTurn is a handler of work that is done in one go.
func singleTurn(do func(ctx context.Context, w domain.Work) error) Handler {
	return func(ctx context.Context, w domain.Work) (*Later, error) { return nil, do(ctx, w) }
}

// Worker does the work that it has handlers for and leaves all other alone.
type Worker struct {
	queue    Queue
	handlers map[domain.WorkKind]Handler
	log      *slog.Logger
}

// New makes a worker.
func New(queue Queue, log *slog.Logger, handlers map[domain.WorkKind]Handler) *Worker {
	return &Worker{queue: queue, handlers: handlers, log: log}
}

// Work does everything that is due now, as long as the context leaves time for
// it. A piece that fails does not keep the others from being done; it is logged
// and comes again by itself, so only a queue that cannot be read or written is
// an error.
func (w *Worker) Work(ctx context.Context) error {
	var group errgroup.Group
	for shard := range store.QueueShards {
		group.Go(func() error { return w.workShard(ctx, shard) })
	}
	return group.Wait()
}

func (w *Worker) workShard(ctx context.Context, shard int) error {
	var failed []error
	for due, err := range w.queue.DueWork(ctx, shard) {
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		if !hasTime(ctx) {
			break // what is left is still due for the next worker
		}
		if handle, ok := w.handlers[due.Kind]; ok {
			failed = append(failed, w.do(ctx, due, handle))
		}
	}
	return errors.Join(failed...)
}

// do begins, does and settles one piece.
func (w *Worker) do(ctx context.Context, due store.QueuedWork, handle Handler) error {
	if due.OutOfTries() { // whoever began its last try did not live to give it up
		return w.giveUp(ctx, due)
	}
	begun, err := w.queue.BeginWork(ctx, due)
	if isTaken(err) {
		return nil
	}
	if err != nil {
		return err
	}
	later, err := w.try(ctx, begun.Work, handle)
	if err != nil {
		w.log.Warn("work failed", "kind", due.Kind, "id", due.ID, "tries", begun.Tries, "again_at", begun.At.String(), "error", err.Error())
		if begun.OutOfTries() {
			return w.giveUp(ctx, begun)
		}
		return nil
	}
	return w.finishOrPostpone(ctx, begun, later)
}

// finishOrPostpone takes a piece out of the queue, or puts it off to when it goes on.
func (w *Worker) finishOrPostpone(ctx context.Context, begun store.QueuedWork, later *Later) error {
	if later == nil {
		w.log.Info("work done", "kind", begun.Kind, "id", begun.ID)
		return w.queue.FinishWork(ctx, begun)
	}
	w.log.Info("work goes on later", "kind", begun.Kind, "id", begun.ID)
	return ignoreTaken(w.queue.PostponeWork(ctx, begun, later.At))
}

// giveUp gives a piece up.
func (w *Worker) giveUp(ctx context.Context, d store.QueuedWork) error {
	w.log.Error("work given up", "kind", d.Kind, "id", d.ID, "tries", d.Tries)
	return ignoreTaken(w.queue.GiveUpWork(ctx, d))
}

// isTaken reports whether another worker has begun the work already.
func isTaken(err error) bool { return problem.Is(err, problem.CodeConflict) }

// ignoreTaken is the error, unless it says that another worker has the work now,
// whose matter it is then.
func ignoreTaken(err error) error {
	if isTaken(err) {
		return nil
	}
	return err
}
