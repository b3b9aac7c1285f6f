package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"stint/functions"
	"stint/shared/mail"
)

// The worker and the deliverer look for work after each pollInterval, and after requests. It pauses at
// least minPause between polls, so that many requests do not make it poll all the time.
const (
	pollInterval = 2 * time.Second
	minPause     = 100 * time.Millisecond
)

// maxParallelRuns bounds the runs of the worker at one time. Parallel runs, as in the
// cloud, ensure that a mail does not wait for a long job. Each run takes work that no
// other run has.
const maxParallelRuns = 4

// background runs work beside the server: after each request that may have caused some,
// and regularly for what is due later.
type background struct {
	work    func(context.Context) error
	timeout time.Duration // of one run; what is left is done by the next
	log     *slog.Logger
	wakeups chan struct{}
}

// newBackground makes the background of a function. A run has the time of a call in the cloud.
func newBackground(function string, work func(context.Context) error, log *slog.Logger) *background {
	return &background{work: work, timeout: functions.TimeoutOf(function).Default, log: log, wakeups: make(chan struct{}, 1)}
}

// run runs the work until the context ends. It waits for runs that have started.
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
		default: // a later run does the work
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(minPause):
		}
	}
}

func (b *background) runOnce(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.timeout)
	defer cancel()
	if err := b.work(ctx); err != nil {
		b.log.Warn("background work could not be read", "error", err.Error())
	}
}

// wakeAfter starts the work after each request that may have written something.
func (b *background) wakeAfter(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			return
		}
		select {
		case b.wakeups <- struct{}{}:
		default: // it is already woken
		}
	})
}

// announcingSender prints the kind and id of each sent mail on the terminal.
type announcingSender struct{ mail.Sender }

func (a announcingSender) Send(ctx context.Context, m mail.Message) error {
	err := a.Sender.Send(ctx, m)
	if err == nil {
		fmt.Printf("Mail: %s %s\n", m.Kind, m.ID)
	}
	return err
}
