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
	lookEvery = 2 * time.Second
	restFor   = 100 * time.Millisecond
)

// atOnce is how many rounds may be under way side by side, as in the cloud, so
// that a mail does not wait for a long job. Each takes what no other is at.
const atOnce = 4

// background runs the worker beside the server: after each request that may
// have left work, and every now and then for what is due later.
type background struct {
	worker *worker.Worker
	log    *slog.Logger
	nudges chan struct{}
}

func newBackground(w *worker.Worker, log *slog.Logger) *background {
	return &background{worker: w, log: log, nudges: make(chan struct{}, 1)}
}

// run works until the context ends; rounds that have begun are finished.
func (b *background) run(ctx context.Context) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	var rounds sync.WaitGroup
	defer rounds.Wait()
	free := make(chan struct{}, atOnce)
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.nudges:
		case <-look.C:
		}
		select {
		case free <- struct{}{}:
			rounds.Go(func() { b.round(ctx); <-free })
		default: // what there is to do is found by the next look
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(restFor):
		}
	}
}

func (b *background) round(ctx context.Context) {
	if err := b.worker.Work(context.WithoutCancel(ctx)); err != nil {
		b.log.Warn("the worker could not read its queue", "error", err.Error())
	}
}

// after nudges the worker once a request that may have changed something was
// answered.
func (b *background) after(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			return
		}
		select {
		case b.nudges <- struct{}{}:
		default: // it is nudged already
		}
	})
}

// announced tells on the terminal that a mail came, and nothing of what it says.
type announced struct{ mail.Sender }

func (a announced) Send(ctx context.Context, m mail.Message) error {
	err := a.Sender.Send(ctx, m)
	if err == nil {
		fmt.Printf("Mail: %s %s\n", m.Kind, m.ID)
	}
	return err
}
