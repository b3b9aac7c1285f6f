package main

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"stint/functions"
	"stint/shared/edge"
	"stint/shared/mail"
	"stint/shared/store"
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
	return &background{work: work, timeout: functions.TimeoutOf(function).Default, log: log,
		wakeups: make(chan struct{}, 1)}
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

// queuePath is the path of the list of dead letters. The cloud has no such route.
const queuePath = "/_local/queue"

// deadLetterReader reads dead letters; the store implements it.
type deadLetterReader interface {
	// DeadLetters returns all dead letters, the oldest first.
	DeadLetters(ctx context.Context) iter.Seq2[store.DeadLetter, error]
}

// deadLetter is a dead letter as JSON.
type deadLetter struct {
	ID          string `json:"id"`
	Kind        string `json:"kind"`
	WorkspaceID string `json:"workspace_id,omitempty"`
	TargetID    string `json:"target_id"`
	Tries       int    `json:"tries"`
	CreatedAt   string `json:"created_at"`
	GivenUpAt   string `json:"given_up_at"`
}

// withQueue serves the list of dead letters in front of the gateway.
func withQueue(g deadLetterReader, gateway http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != queuePath {
			gateway.ServeHTTP(w, r)
			return
		}
		edge.SetCorrelationID(w, r)
		items := []deadLetter{}
		for d, err := range g.DeadLetters(r.Context()) {
			if err != nil {
				http.Error(w, "the queue cannot be read", http.StatusServiceUnavailable)
				return
			}
			items = append(items, deadLetter{
				ID: string(d.ID), Kind: string(d.Kind), WorkspaceID: string(d.WorkspaceID), TargetID: string(d.TargetID),
				Tries: d.Tries, CreatedAt: d.CreatedAt.String(), GivenUpAt: d.GivenUpAt.String(),
			})
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(map[string]any{"items": items})
	})
}
