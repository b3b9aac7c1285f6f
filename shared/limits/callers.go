// Package limits counts what one party uses up, so that nobody can use up what others
// need: mails a day, and requests a minute. Attempts to sign in are counted in
// shared/route and shared/accounts.
package limits

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/problem"
)

// window is the length of the windows in which requests are counted.
const window = time.Minute

// An instance counts requests in memory and adds them to the shared window in
// batches. Together the two batches cost at most one write in ten requests:
// 1/12 + 1/60.
const (
	callerBatch    = 12
	workspaceBatch = 60
)

// reserve is how many requests a minute each owner and admin may make when others have used up the window of
// their workspace, so that they can deactivate someone.
const reserve = 60

// maxWriteTime bounds how long a request waits for the shared window.
const maxWriteTime = time.Second

// SharedWindows are counters that all instances share. *store.Store is one.
type SharedWindows interface {
	// AddToWindow adds uses to the window that contains a time, and returns how many
	// all instances have added so far.
	AddToWindow(ctx context.Context, q domain.Quota, at time.Time, uses int) (total int, err error)
}

// Callers counts the requests of callers and workspaces. It may be used by several
// goroutines.
type Callers struct {
	shared SharedWindows
	now    func() time.Time

	perCaller    policy
	perShare     policy // of one caller in one workspace, where perCaller has no limit
	perWorkspace policy
	perReserve   policy // of one owner or admin, once the workspace's window is used up

	mu     sync.Mutex
	start  time.Time         // of the window that counts belong to
	counts map[string]*count // by kind and subject
}

// policy is a limit of requests with the name under which callers see it.
type policy struct {
	name  string
	limit int // requests a minute; 0 is none
	batch int // requests between two writes
}

// NewCallers makes the counter of requests.
func NewCallers(c config.Limits, shared SharedWindows, now func() time.Time) *Callers {
	all := &Callers{
		shared: shared, now: now, counts: map[string]*count{},
		perCaller:    policy{"caller", c.PerCaller, callerBatch},
		perWorkspace: policy{"workspace", c.PerWorkspace, workspaceBatch},
		perReserve:   policy{"reserve", reserve, callerBatch},
	}
	if c.PerWorkspace == 0 {
		return all
	}
	half := (c.PerWorkspace + 1) / 2
	if c.PerCaller == 0 {
		all.perShare = policy{"share", half, callerBatch}
	} else {
		all.perCaller.limit = min(c.PerCaller, half)
	}
	return all
}

// count is what an instance knows about one subject in the current window.
type count struct {
	total   int // of all instances, as of the last write
	pending int // counted here, not yet written
	sending int // being written, by one write at a time
	owed    int // of writes that failed, goes with the next one
}

func (c *count) used() int { return c.total + c.pending + c.sending + c.owed }

// Request is a request to count.
type Request struct {
	Caller      string    // a user, for all sessions and API keys
	WorkspaceID domain.ID // "" without one
	HasReserve  bool      // the caller is owner or admin of the workspace
	Weight      int       // how many requests it counts as
	IsSpent     bool      // what it counts for was done: it is never refused
}

// Usage is how much of its limits a caller has used.
type Usage struct {
	parts []part
	reset int // seconds until the window ends
}

type part struct {
	policy
	left int
}

// Policy is the value of the RateLimit-Policy header; "" without limits.
func (s Usage) Policy() string {
	return s.list(func(p part) string { return fmt.Sprintf("%q;q=%d;w=%d", p.name, p.limit, int(window/time.Second)) })
}

// RateLimit is the value of the RateLimit header; "" without limits.
func (s Usage) RateLimit() string {
	return s.list(func(p part) string { return fmt.Sprintf("%q;r=%d;t=%d", p.name, p.left, s.reset) })
}

func (s Usage) list(show func(part) string) string {
	shown := make([]string, len(s.parts))
	for i, p := range s.parts {
		shown[i] = show(p)
	}
	return strings.Join(shown, ", ")
}

// Count counts a request of a caller in a workspace. One caller uses at most half of the workspace's window. Owner and
// admins have a reserve when it is used up. A write that fails lets the request pass: the instance still counts in
// memory. Errors: rate_limited with the time until the window ends.
func (c *Callers) Count(ctx context.Context, r Request) (Usage, error) {
	now := c.now()
	end := now.Truncate(window).Add(window)
	usage := Usage{reset: int((end.Sub(now) + time.Second - 1) / time.Second)}
	count := func(p policy, subject string) bool {
		if p.limit == 0 || subject == "" {
			return true
		}
		left, ok := c.countOne(ctx, p, subject, now, r)
		usage.parts = append(usage.parts, part{p, left})
		return ok
	}
	share := ""
	if r.WorkspaceID != "" {
		share = string(r.WorkspaceID) + " " + r.Caller
	}
	if r.IsSpent {
		count(c.perCaller, r.Caller)
		count(c.perShare, share)
		count(c.perWorkspace, string(r.WorkspaceID))
		return usage, nil
	}
	if count(c.perCaller, r.Caller) && count(c.perShare, share) &&
		(count(c.perWorkspace, string(r.WorkspaceID)) || r.HasReserve && count(c.perReserve, share)) {
		return usage, nil
	}
	return usage, problem.RateLimited(end.Sub(now))
}

// countOne counts a request of one subject; ok is false when its limit is used up.
func (c *Callers) countOne(ctx context.Context, p policy, subject string, now time.Time,
	r Request) (left int, ok bool) {
	own, batch, ok := c.countLocally(p, subject, now, r)
	if !ok {
		return 0, false
	}
	if batch > 0 {
		c.addToShared(ctx, own, p, subject, now, batch)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	left = p.limit - own.used()
	return max(left, 0), left >= 0
}

// countLocally counts a request in memory. batch is what the caller must write now;
// 0 is nothing. A subject has one write at a time: answers that come back in another
// order would count a batch twice, as total and as sending.
func (c *Callers) countLocally(p policy, subject string, now time.Time, r Request) (own *count, batch int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if start := now.Truncate(window); !start.Equal(c.start) {
		c.start, c.counts = start, map[string]*count{}
	}
	id := p.name + " " + subject
	if own = c.counts[id]; own == nil {
		own = new(count)
		c.counts[id] = own
	}
	if own.used()+r.Weight > p.limit && !r.IsSpent {
		return own, 0, false
	}
	if own.pending += r.Weight; own.pending >= p.batch && own.sending == 0 {
		batch, own.pending, own.owed = own.pending+own.owed, 0, 0
		own.sending = batch
	}
	return own, batch, true
}

// addToShared writes a batch and learns what all instances have counted.
func (c *Callers) addToShared(ctx context.Context, own *count, p policy, subject string, now time.Time, batch int) {
	ctx, cancel := context.WithTimeout(ctx, maxWriteTime)
	defer cancel()
	total, err := c.shared.AddToWindow(ctx, domain.Quota{Kind: "request." + p.name, Subject: subject, Window: window}, now,
		batch)
	c.mu.Lock()
	defer c.mu.Unlock()
	own.sending = 0
	if err != nil {
		own.owed = batch // counted twice if only the answer was lost
		return
	}
	own.total = max(own.total, total)
}
