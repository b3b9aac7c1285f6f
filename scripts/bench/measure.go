package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// measurement is what one kind of request took.
type measurement struct {
	kind            string
	entries         int             // of each person
	times           []time.Duration // of all requests, ascending
	span            time.Duration   // from the first request to the end of the last
	service, engine time.Duration   // processor time
}

// rate is the number of requests a second.
func (m measurement) rate() float64 { return float64(len(m.times)) / m.span.Seconds() }

// percentile is the time within which the given share of requests ended, 0 < share ≤ 1.
func (m measurement) percentile(share float64) time.Duration {
	return m.times[min(int(share*float64(len(m.times))), len(m.times)-1)]
}

// perRequest is the part of a time that one request took.
func (m measurement) perRequest(d time.Duration) time.Duration {
	return d / time.Duration(len(m.times))
}

// timesEngine is the processor time of both processes as a multiple of the engine's. ok is
// false if the engine did nothing.
func (m measurement) timesEngine() (n float64, ok bool) {
	if m.engine <= 0 {
		return 0, false
	}
	return float64(m.service+m.engine) / float64(m.engine), true
}

// measure lets everyone send requests of a kind, each the next one after the answer. Every
// person sends at least one.
func measure(ctx context.Context, span time.Duration, p *processes, crew *team, k kind) (measurement, error) {
	m := measurement{kind: k.name}
	if err := crew.signIn(ctx); err != nil {
		return m, err
	}
	if k.prepare != nil {
		if err := k.prepare(ctx, crew); err != nil {
			return m, err
		}
	}
	serviceBefore, engineBefore, err := p.cpu()
	if err != nil {
		return m, err
	}
	began := time.Now()
	m.times, err = crew.sendUntil(ctx, began.Add(span), k)
	m.span = time.Since(began)
	if err != nil {
		return m, err
	}
	m.service, m.engine, err = p.cpu()
	m.service, m.engine = m.service-serviceBefore, m.engine-engineBefore
	slices.Sort(m.times)
	return m, err
}

func (t *team) sendUntil(ctx context.Context, end time.Time, k kind) (all []time.Duration, err error) {
	var mu sync.Mutex
	senders := t.people
	if k.alone {
		senders = senders[:1]
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range senders {
		group.Go(func() error {
			own, err := t.sendAs(ctx, p, end, k)
			mu.Lock()
			defer mu.Unlock()
			all = append(all, own...)
			return err
		})
	}
	return all, group.Wait()
}

// sendAs lets one person send, and returns the time of each request.
func (t *team) sendAs(ctx context.Context, p *person, end time.Time, k kind) (times []time.Duration, err error) {
	for len(times) == 0 || time.Now().Before(end) {
		began := time.Now()
		if err := k.send(ctx, t, p); err != nil {
			return nil, err
		}
		times = append(times, time.Since(began))
	}
	return times, nil
}
