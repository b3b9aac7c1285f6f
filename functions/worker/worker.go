// Package worker does what requests leave for later: it takes what is due out
// of the queue and hands it to the handler of its kind. A piece of work is put
// off before it is begun and deleted when it is done, so whatever fails, also
// the worker itself, it is done at least once and never lost.
package worker

import (
	"context"
	"errors"
	"iter"
	"log/slog"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/store"
)

// Queue is where work waits.
type Queue interface {
	// DueWork gives the work of one partition that is due, the longest due first.
	DueWork(ctx context.Context, shard int) iter.Seq2[store.Due, error]
	// BeginWork puts work off to its next try. Errors: conflict when another
	// worker was faster.
	BeginWork(ctx context.Context, d store.Due) (store.Due, error)
	// FinishWork takes work that is done out of the queue.
	FinishWork(ctx context.Context, d store.Due) error
}

var _ Queue = (*store.Store)(nil)

// Handler does one kind of work. After an error the work is tried again later;
// what came to nothing because its reason is gone is done.
type Handler func(ctx context.Context, w domain.Work) error

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

// Work does everything that is due now. A piece that fails does not keep the
// others from being done; it is logged and comes again by itself, so only a
// queue that cannot be read or written is an error.
func (w *Worker) Work(ctx context.Context) error {
	var group errgroup.Group
	for shard := range store.QueueShards {
		group.Go(func() error { return w.workIn(ctx, shard) })
	}
	return group.Wait()
}

func (w *Worker) workIn(ctx context.Context, shard int) error {
	var failed []error
	for due, err := range w.queue.DueWork(ctx, shard) {
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		if handle, ok := w.handlers[due.Kind]; ok {
			failed = append(failed, w.do(ctx, due, handle))
		}
	}
	return errors.Join(failed...)
}

// do begins, does and finishes one piece.
func (w *Worker) do(ctx context.Context, due store.Due, handle Handler) error {
	begun, err := w.queue.BeginWork(ctx, due)
	if taken(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := handle(ctx, begun.Work); err != nil {
		w.log.Warn("work failed", "kind", due.Kind, "id", due.ID, "tries", begun.Tries, "again_at", begun.At.String(), "error", err.Error())
		return nil
	}
	w.log.Info("work done", "kind", due.Kind, "id", due.ID)
	return w.queue.FinishWork(ctx, begun)
}
