// Package worker does the work that requests leave for later: mails, purges,
// billing jobs and clean-up. It reads due work from the queue and calls the
// handler of its kind. It postpones work before it begins it and deletes it when
// it is done. So work is done at least once and never lost, even if the worker
// dies. Work that fails for days becomes a dead letter, which can be listed.
package worker

import (
	"context"
	"iter"
	"log/slog"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
)

// Queue holds the work to do.
type Queue interface {
	// DueWork returns the due work of one partition, the longest due first.
	DueWork(ctx context.Context, shard int) iter.Seq2[store.QueuedWork, error]
	// BeginWork postpones work to its next try. Errors: conflict when another
	// worker was faster.
	BeginWork(ctx context.Context, d store.QueuedWork) (store.QueuedWork, error)
	// FinishWork removes finished work from the queue.
	FinishWork(ctx context.Context, d store.QueuedWork) error
	// PostponeWork sets when unfinished work continues. A past time means now.
	// Errors: conflict when another worker has begun it.
	PostponeWork(ctx context.Context, d store.QueuedWork, at domain.Instant) error
	// ReplaceWork queues other work in place of work that is done. Errors: conflict when
	// another worker has begun it.
	ReplaceWork(ctx context.Context, d store.QueuedWork, next []domain.Work) error
	// GiveUpWork turns work into a dead letter. Errors: conflict when another
	// worker has begun it or given it up.
	GiveUpWork(ctx context.Context, d store.QueuedWork) error
	// GiveUpUndecodable moves the item of an error that store.IsUndecodable recognises to the
	// dead letters.
	GiveUpUndecodable(ctx context.Context, err error) error
}

var _ Queue = (*store.Store)(nil)

// Handler does one kind of work. After an error the work is tried again later,
// and given up after domain.MaxWorkTries. Work that has become pointless counts
// as done. Work that made progress and needs more time returns a Later, which is
// neither an error nor a try.
type Handler func(ctx context.Context, w domain.Work) (*Later, error)

// Later is when work continues. The zero value means as soon as possible.
type Later struct {
	At      domain.Instant
	Instead []domain.Work // the work is done, and this takes its place; at most timesheets.MaxApprovers
}

// singleTurn is a handler of work that needs no second turn.
func singleTurn(do func(ctx context.Context, w domain.Work) error) Handler {
	return func(ctx context.Context, w domain.Work) (*Later, error) { return nil, do(ctx, w) }
}

// Worker does the work that it has handlers for and ignores all other work.
type Worker struct {
	queue    Queue
	handlers map[domain.WorkKind]Handler
	log      *slog.Logger
	parts    []part
}

// part is what a run does besides the work in the queue.
type part struct {
	name string
	run  func(context.Context) error
}

// New makes a worker.
func New(queue Queue, log *slog.Logger, handlers map[domain.WorkKind]Handler) *Worker {
	return &Worker{queue: queue, handlers: handlers, log: log}
}

// Work does everything that is due now, as long as the context leaves time for
// it. Failed work is logged, tried again later and does not stop the rest, and so
// are the parts of a run that are not in the queue. So the only errors are those of
// a queue that cannot be read or written, and ErrNoTime.
func (w *Worker) Work(ctx context.Context) error {
	if !hasTime(ctx) {
		return ErrNoTime
	}
	for _, p := range w.parts {
		if err := p.run(ctx); err != nil {
			w.log.Error("a part of the worker failed", "part", p.name, "error", err.Error())
		}
	}
	for more := true; more && hasTime(ctx); {
		var err error
		if more, err = w.workOnce(ctx); err != nil {
			return err
		}
	}
	return nil
}

// do begins one work, tries it and records the result.
func (w *Worker) do(ctx context.Context, due store.QueuedWork, handle Handler) error {
	if due.OutOfTries() { // the worker of the last try died before it could give up
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
		w.log.Warn("work failed", "kind", due.Kind, "id", due.ID, "tries", begun.Tries, "again_at", begun.At.String(),
			"error", err.Error())
		if begun.OutOfTries() {
			return w.giveUp(ctx, begun)
		}
		return nil
	}
	return w.finishOrPostpone(ctx, begun, later)
}

// finishOrPostpone removes work from the queue, or sets when it continues.
func (w *Worker) finishOrPostpone(ctx context.Context, begun store.QueuedWork, later *Later) error {
	if later == nil {
		w.log.Info("work done", "kind", begun.Kind, "id", begun.ID)
		return w.queue.FinishWork(ctx, begun)
	}
	if len(later.Instead) > 0 {
		w.log.Info("work made more work", "kind", begun.Kind, "id", begun.ID, "count", len(later.Instead))
		return ignoreTaken(w.queue.ReplaceWork(ctx, begun, later.Instead))
	}
	w.log.Info("work goes on later", "kind", begun.Kind, "id", begun.ID)
	return ignoreTaken(w.queue.PostponeWork(ctx, begun, later.At))
}

// giveUp turns work into a dead letter.
func (w *Worker) giveUp(ctx context.Context, d store.QueuedWork) error {
	w.log.Error("work given up", "kind", d.Kind, "id", d.ID, "tries", d.Tries)
	return ignoreTaken(w.queue.GiveUpWork(ctx, d))
}

// isTaken reports whether another worker has begun the work.
func isTaken(err error) bool { return problem.Is(err, problem.CodeConflict) }

// ignoreTaken returns the error, or nil if another worker has the work now.
func ignoreTaken(err error) error {
	if isTaken(err) {
		return nil
	}
	return err
}
