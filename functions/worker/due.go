package worker

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"stint/shared/domain"
	"stint/shared/fairqueue"
	"stint/shared/store"
	"stint/shared/store/key"
)

// The worker reads what is due before it begins, and shares its slots among workspaces. So one that left much work,
// or work that fails or takes long, does not hold up the others. docs/scaling.md has the guarantee.
const (
	maxParallel   = 8 // items that are worked on at a time
	maxPerSubject = 4 // items of one workspace or account that are worked on at a time
	// How many items of each partition are kept for one reading. What a reading leaves is read again when the rest is
	// done.
	maxKept           = 5000
	maxKeptPerSubject = 500
)

// subjectOf is the workspace that left the work; without one the account, and without both the work itself.
func subjectOf(d store.QueuedWork) domain.ID { return cmp.Or(d.WorkspaceID, d.UserID, d.ID) }

// workOnce reads the work that is due, and does what it keeps of it. more says that it left some.
func (w *Worker) workOnce(ctx context.Context) (more bool, err error) {
	var found [key.QueueShards]dueWork
	var group sync.WaitGroup
	for shard := range found {
		group.Go(func() { found[shard] = w.readShard(ctx, shard) })
	}
	group.Wait()
	var all []store.QueuedWork
	for _, f := range found {
		all, more, err = append(all, f.kept...), more || f.isCut, errors.Join(err, f.failed)
	}
	slices.SortStableFunc(all, func(a, b store.QueuedWork) int { return a.At.Compare(b.At.Time) })
	return more, errors.Join(err, w.doAll(ctx, all))
}

// doAll does work, as long as there is time.
func (w *Worker) doAll(ctx context.Context, all []store.QueuedWork) error {
	var mu sync.Mutex
	var failed []error
	fairqueue.New(all, maxPerSubject, subjectOf).Run(maxParallel, func(due store.QueuedWork) (again bool) {
		if !hasTime(ctx) {
			return false // the rest stays due for the next worker
		}
		if err := w.do(ctx, due, w.handlers[due.Kind]); err != nil {
			mu.Lock()
			defer mu.Unlock()
			failed = append(failed, err)
		}
		return false
	})
	return errors.Join(failed...)
}

// dueWork is what one reading of a partition finds.
type dueWork struct {
	kept   []store.QueuedWork
	isCut  bool  // some was left
	failed error // of the queue
}

// readShard reads the due work of a partition that has handlers. It reads on behind the work of a subject that has too
// much.
func (w *Worker) readShard(ctx context.Context, shard int) (found dueWork) {
	perSubject := map[domain.ID]int{}
	for due, err := range w.queue.DueWork(ctx, shard) {
		_, hasHandler := w.handlers[due.Kind]
		switch {
		case store.IsUndecodable(err): // one item that is no work does not stop the rest
			w.log.Error("undecodable work given up", "shard", shard, "error", err.Error())
			found.failed = errors.Join(found.failed, w.queue.GiveUpUndecodable(ctx, err))
		case err != nil:
			found.failed = errors.Join(found.failed, err) // it is the last
		case hasHandler && !found.keep(due, perSubject):
			return found
		}
	}
	return found
}

// keep keeps work, unless its subject has too much. ok is false when nothing more can be kept.
func (f *dueWork) keep(due store.QueuedWork, perSubject map[domain.ID]int) (ok bool) {
	subject := subjectOf(due)
	if perSubject[subject] == maxKeptPerSubject || len(f.kept) == maxKept {
		f.isCut = true
		return len(f.kept) < maxKept
	}
	perSubject[subject]++
	f.kept = append(f.kept, due)
	return true
}
