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

	"stint/functions/worker"
	"stint/shared/store"
)

// looked is a queue that is always empty and tells when it is looked at.
type looked struct {
	worker.Queue
	at chan int
}

func (q looked) DueWork(_ context.Context, shard int) iter.Seq2[store.Due, error] {
	if shard == 0 {
		q.at <- shard
	}
	return func(func(store.Due, error) bool) {}
}

func TestRequestsWakeTheWorker(t *testing.T) {
	t.Parallel()
	queue := looked{at: make(chan int)}
	b := newBackground(worker.New(queue, slog.New(slog.DiscardHandler), nil), slog.New(slog.DiscardHandler))
	answered := b.after(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	send := func(method string) {
		answered.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(method, "/", nil))
	}
	send("GET")
	if len(b.nudges) != 0 {
		t.Error("reading woke the worker")
	}
	for range 3 {
		send("POST") // many nudges are one
	}
	if len(b.nudges) != 1 {
		t.Errorf("%d nudges wait, want 1", len(b.nudges))
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); b.run(ctx) }()
	<-queue.at
	cancel()
	<-stopped
}

// patient is a queue whose first look lasts until there was a second one.
type patient struct {
	worker.Queue
	looks  *atomic.Int32
	second chan struct{}
}

func (q patient) DueWork(_ context.Context, shard int) iter.Seq2[store.Due, error] {
	if shard == 0 {
		if q.looks.Add(1) == 2 {
			close(q.second)
		}
		<-q.second
	}
	return func(func(store.Due, error) bool) {}
}

// What takes long does not keep the rest from being begun.
func TestLongWorkHoldsNothingUp(t *testing.T) {
	t.Parallel()
	queue := patient{looks: new(atomic.Int32), second: make(chan struct{})}
	b := newBackground(worker.New(queue, slog.New(slog.DiscardHandler), nil), slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); b.run(ctx) }()
	select {
	case <-queue.second:
	case <-time.After(time.Minute):
		t.Error("the second look waits for the first to end")
		close(queue.second)
	}
	cancel()
	<-stopped
}
