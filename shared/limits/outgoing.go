package limits

import (
	"context"
	"sync"
	"time"

	"stint/shared/config"
	"stint/shared/domain"
)

// outgoingPortion is how many requests an instance takes of the shared window at a time. What it does not use is lost
// for the window, and the limit is never exceeded.
const outgoingPortion = 10

// Outgoing lets all instances together send at most so many requests to others in a minute. It may be used by several
// goroutines.
type Outgoing struct {
	shared                SharedWindows
	now                   func() time.Time
	perHost, perWorkspace policy

	mu        sync.Mutex
	start     time.Time // of the window of the allowances
	bySubject map[string]*allowance
}

// allowance is what an instance may still send for one subject in a window.
type allowance struct {
	mu     sync.Mutex // held while the shared window is asked, so others of the subject wait for its answer
	start  time.Time  // of the window
	left   int
	isOver bool // the shared window has none left
}

// NewOutgoing makes the counter of requests to webhooks.
func NewOutgoing(shared SharedWindows, now func() time.Time, c config.Limits) *Outgoing {
	return &Outgoing{shared: shared, now: now, bySubject: map[string]*allowance{},
		perHost:      policy{"webhook.host", c.WebhookHost, outgoingPortion},
		perWorkspace: policy{"webhook", c.Webhooks, outgoingPortion}}
}

// TakeForWebhook counts a request of a workspace's webhooks to a host. Over a limit ok is false, and until
// is when the next window begins. A slow answer of the shared window delays requests of the same subject alone. Errors:
// those of the shared windows, after maxWriteTime at the latest.
func (o *Outgoing) TakeForWebhook(ctx context.Context, w domain.ID,
	host string) (until domain.Instant, ok bool, err error) {
	all, ok, err := o.take(ctx, o.perWorkspace, string(w))
	until = domain.InstantOf(all.start.Add(window))
	if err != nil || !ok {
		return until, false, err
	}
	_, ok, err = o.take(ctx, o.perHost, string(w)+" "+host)
	if err != nil || !ok {
		all.giveBack() // it is for another host
	}
	return until, ok, err
}

// take counts a request of a subject; ok is false over its limit.
func (o *Outgoing) take(ctx context.Context, of policy, subject string) (own *allowance, ok bool, err error) {
	own = o.lockCurrent(of.name + " " + subject)
	defer own.mu.Unlock()
	if of.limit == 0 {
		return own, true, nil
	}
	if own.left == 0 && !own.isOver {
		ctx, cancel := context.WithTimeout(ctx, maxWriteTime)
		defer cancel()
		quota := domain.Quota{Kind: of.name, Subject: subject, Window: window}
		total, err := o.shared.AddToWindow(ctx, quota, own.start, of.batch)
		if err != nil {
			return own, false, err
		}
		own.left = max(0, of.batch-max(0, total-of.limit))
		own.isOver = total >= of.limit
	}
	if own.left == 0 {
		return own, false, nil
	}
	own.left--
	return own, true, nil
}

// lockCurrent locks and returns the allowance of a subject in the current window. A window may end while it waits.
func (o *Outgoing) lockCurrent(id string) *allowance {
	for {
		own := o.find(id)
		own.mu.Lock()
		if own.start.Equal(o.now().Truncate(window)) {
			return own
		}
		own.mu.Unlock()
	}
}

// find is the allowance of a subject in the current window.
func (o *Outgoing) find(id string) *allowance {
	o.mu.Lock()
	defer o.mu.Unlock()
	if start := o.now().Truncate(window); !start.Equal(o.start) {
		o.start, o.bySubject = start, map[string]*allowance{}
	}
	own := o.bySubject[id]
	if own == nil {
		own = &allowance{start: o.start}
		o.bySubject[id] = own
	}
	return own
}

func (a *allowance) giveBack() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left++
}
