package main

import (
	"context"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"stint/functions"
	"stint/functions/worker"
	"stint/shared/store"
)

// pollRecorder is an empty queue that reports polls.
type pollRecorder struct {
	worker.Queue
	at chan int
}

func (q pollRecorder) DueWork(_ context.Context, shard int) iter.Seq2[store.QueuedWork, error] {
	if shard == 0 {
		select {
		case q.at <- shard:
		default: // the test waits for the first poll only
		}
	}
	return func(func(store.QueuedWork, error) bool) {}
}

func TestRequestsWakeTheWorker(t *testing.T) {
	t.Parallel()
	queue := pollRecorder{at: make(chan int, 1)}
	b := newBackground(functions.Worker, worker.New(queue, slog.New(slog.DiscardHandler), nil).Work,
		slog.New(slog.DiscardHandler))
	answered := b.wakeAfter(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	send := func(method string) {
		answered.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(method, "/", nil))
	}
	send("GET")
	if len(b.wakeups) != 0 {
		t.Error("reading woke the worker")
	}
	for range 3 {
		send("POST") // several requests wake it once
	}
	if len(b.wakeups) != 1 {
		t.Errorf("%d wakeups wait, want 1", len(b.wakeups))
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); b.run(ctx) }()
	<-queue.at
	cancel()
	<-stopped
}

// blockingQueue is an empty queue whose first poll blocks until the second one.
type blockingQueue struct {
	worker.Queue
	looks  *atomic.Int32
	second chan struct{}
}

func (q blockingQueue) DueWork(_ context.Context, shard int) iter.Seq2[store.QueuedWork, error] {
	if shard == 0 {
		if q.looks.Add(1) == 2 {
			close(q.second)
		}
		<-q.second
	}
	return func(func(store.QueuedWork, error) bool) {}
}

// A run starts while another one still works.
func TestLongWorkDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	queue := blockingQueue{looks: new(atomic.Int32), second: make(chan struct{})}
	b := newBackground(functions.Worker, worker.New(queue, slog.New(slog.DiscardHandler), nil).Work,
		slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); b.run(ctx) }()
	select {
	case <-queue.second:
	case <-time.After(time.Minute):
		t.Error("the second poll waits for the end of the first")
		close(queue.second)
	}
	cancel()
	<-stopped
}

// At home a run of the worker and of the deliverer has the time of their functions.
func TestRunsHaveTheTimeOfTheFunction(t *testing.T) {
	t.Parallel()
	for _, function := range []string{functions.Worker, functions.Deliverer} {
		want := functions.TimeoutOf(function).Default
		b := newBackground(function, func(ctx context.Context) error {
			end, ends := ctx.Deadline()
			if left := time.Until(end); !ends || left > want || left < want-time.Minute || ctx.Err() != nil {
				t.Errorf("a run of the %s has %s, want %s", function, left, want)
			}
			return nil
		}, slog.New(slog.DiscardHandler))
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		b.runOnce(ended) // a run goes on when the server ends
	}
}
