package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"stint/functions/worker"
	"stint/shared/mail"
)

// How often the worker looks by itself, and how long it rests at least, so
// that a burst of requests does not keep it looking all the time.
const (
	pollInterval = 2 * time.Second
	minPause     = 100 * time.Millisecond
)

// maxParallelRuns is how many rounds may be under way side by side, as in the cloud, so
// that a mail does not wait for a long job. Each takes what no other is at.
const maxParallelRuns = 4

// background runs the worker beside the server: after each request that may
// have left work, and every now and then for what is due later.
type background struct {
	worker  *worker.Worker
	log     *slog.Logger
	wakeups chan struct{}
}

func newBackground(w *worker.Worker, log *slog.Logger) *background {
	return &background{worker: w, log: log, wakeups: make(chan struct{}, 1)}
}

// run works until the context ends; rounds that have begun are finished.
func (b *background) run(ctx context.Context) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	var runs sync.WaitGroup
	defer runs.Wait()
	free := make(chan struct{}, maxParallelRuns)
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wakeups:
		case <-ticker.C:
		}
		select {
		case free <- struct{}{}:
			runs.Go(func() { b.runOnce(ctx); <-free })
		default: // what there is to do is found by the next look
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(minPause):
		}
	}
}

func (b *background) runOnce(ctx context.Context) {
	if err := b.worker.Work(context.WithoutCancel(ctx)); err != nil {
		b.log.Warn("the worker could not read its queue", "error", err.Error())
	}
}

// wakeAfter nudges the worker once a request that may have changed something was
// answered.
func (b *background) wakeAfter(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			return
		}
		select {
		case b.wakeups <- struct{}{}:
		default: // it is nudged already
		}
	})
}

// announcingSender tells on the terminal that a mail came, and nothing of what it says.
type announcingSender struct{ mail.Sender }

func (a announcingSender) Send(ctx context.Context, m mail.Message) error {
	err := a.Sender.Send(ctx, m)
	if err == nil {
		fmt.Printf("Mail: %s %s\n", m.Kind, m.ID)
	}
	return err
}
