package worker_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stint/functions/worker"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/store/key"
)

// memoryQueue is a queue in memory. Beginning an item takes callTime. Items that are begun are not due any more.
type memoryQueue struct {
	worker.Queue
	mu    sync.Mutex
	due   [key.QueueShards][]store.QueuedWork
	begun []domain.ID // the workspaces of the items, in their order
}

const callTime = time.Millisecond

// fill lets n items of a workspace be due in turn in all partitions.
func (q *memoryQueue) fill(workspace domain.ID, n int) {
	for i := range n {
		w := domain.Work{ID: domain.ID(fmt.Sprint(workspace, i)), WorkspaceID: workspace, Kind: "kind"}
		q.due[i%len(q.due)] = append(q.due[i%len(q.due)], store.QueuedWork{Work: w})
	}
}

func (q *memoryQueue) DueWork(_ context.Context, shard int) iter.Seq2[store.QueuedWork, error] {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := slices.Clone(q.due[shard])
	return func(yield func(store.QueuedWork, error) bool) {
		for _, d := range all {
			if !yield(d, nil) {
				return
			}
		}
	}
}

func (q *memoryQueue) BeginWork(_ context.Context, d store.QueuedWork) (store.QueuedWork, error) {
	time.Sleep(callTime) // of the bubble
	q.mu.Lock()
	defer q.mu.Unlock()
	q.begun = append(q.begun, d.WorkspaceID)
	for shard := range q.due {
		q.due[shard] = slices.DeleteFunc(q.due[shard], func(other store.QueuedWork) bool { return other.ID == d.ID })
	}
	d.Tries++
	return d, nil
}

func (*memoryQueue) FinishWork(context.Context, store.QueuedWork) error { return nil }

const troubled, other = "troubled", "other"

// workerOf makes a worker of the queue. The work of a workspace in trouble does what trouble does.
func workerOf(q *memoryQueue, trouble func(context.Context) error) *worker.Worker {
	return worker.New(q, slog.New(slog.DiscardHandler), map[domain.WorkKind]worker.Handler{
		"kind": func(ctx context.Context, w domain.Work) (*worker.Later, error) {
			if w.WorkspaceID == troubled {
				return nil, trouble(ctx)
			}
			return nil, nil
		}})
}

// The first call of a worker begins the work of a workspace among its first five items, however much older work of
// another fails or hangs, and also if a call has the least time.
func TestAWorkspaceInTroubleDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]func(context.Context) error{
		"fails": func(context.Context) error { return errors.New("not now") },
		"hangs": func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
	} {
		for _, backlog := range []int{20, 2000, 6000} {
			for _, timeout := range []time.Duration{worker.LeastTime, 2 * time.Minute} {
				t.Run(fmt.Sprint(name, " ", backlog, " in calls of ", timeout), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						q := new(memoryQueue)
						q.fill(troubled, backlog)
						q.fill(other, 1)
						ctx, cancel := context.WithTimeout(t.Context(), timeout)
						defer cancel()
						if err := workerOf(q, trouble).Work(ctx); err != nil {
							t.Error(err)
						}
						if at := slices.Index(q.begun, other) + 1; at < 1 || at > 5 {
							t.Errorf("the item of the other is number %d of %d; 0 is none", at, len(q.begun))
						}
					})
				})
			}
		}
	}
}

// A call does all work of a workspace, also where it reads it in parts.
func TestMuchWorkOfAWorkspaceIsDone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := new(memoryQueue)
		q.fill(other, 6000)
		runWorker(t, workerOf(q, nil))
		if len(q.begun) != 6000 {
			t.Errorf("%d items were begun, want 6000", len(q.begun))
		}
	})
}
