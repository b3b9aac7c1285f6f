package limits

import (
	"context"
	"sync"
	"time"

	"stint/shared/config"
	"stint/shared/domain"
)

// outgoingPortion is how many allowance an instance takes of the shared window at a time. What it does not use of them
// is lost for the window, and the limit is never exceeded.
const outgoingPortion = 10

// Outgoing let instances together send at most so many requests to others in a minute. It may be used by several
// goroutines.
type Outgoing struct {
	shared                SharedWindows
	now                   func() time.Time
	perHost, perWorkspace policy

	mu        sync.Mutex
	start     time.Time // of the window of the allowances
	bySubject map[string]*allowance
}

// allowance is what an instance may still send for one subject in the current window.
type allowance struct {
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
// is when the next window begins. Errors: those of the shared windows.
func (o *Outgoing) TakeForWebhook(ctx context.Context, w domain.ID,
	host string) (until domain.Instant, ok bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	if start := now.Truncate(window); !start.Equal(o.start) {
		o.start, o.bySubject = start, map[string]*allowance{}
	}
	until = domain.InstantOf(o.start.Add(window))
	all, err := o.take(ctx, o.perWorkspace, string(w), now)
	if err != nil || all == nil {
		return until, false, err
	}
	toHost, err := o.take(ctx, o.perHost, string(w)+" "+host, now)
	if err != nil || toHost == nil {
		all.left++ // it is for another host
		return until, false, err
	}
	return until, true, nil
}

// take counts a request of a subject; nil over its limit.
func (o *Outgoing) take(ctx context.Context, of policy, subject string, now time.Time) (*allowance, error) {
	if of.limit == 0 {
		return &allowance{}, nil
	}
	id := of.name + " " + subject
	own := o.bySubject[id]
	if own == nil {
		own = &allowance{}
		o.bySubject[id] = own
	}
	if own.left == 0 && !own.isOver {
		total, err := o.shared.AddToWindow(ctx, domain.Quota{Kind: of.name, Subject: subject, Window: window}, now, of.batch)
		if err != nil {
			return nil, err
		}
		own.left = max(0, of.batch-max(0, total-of.limit))
		own.isOver = total >= of.limit
	}
	if own.left == 0 {
		return nil, nil
	}
	own.left--
	return own, nil
}
