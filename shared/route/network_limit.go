package route

import (
	"context"
	"sync"
	"time"

	"stint/shared/edge"
	"stint/shared/problem"
)

// Limiter counts attempts in fixed windows that all instances share.
type Limiter interface {
	// CountAttempt counts one attempt of a subject. Errors: rate_limited with the
	// time until the window ends, service_unavailable.
	CountAttempt(ctx context.Context, kind, subject string, limit int) error
}

// Limit counts requests per client network in fixed windows of a minute.
// Routes of one kind share their window. The limit per account is in
// shared/accounts/attempts.go.
type Limit string

// The kinds of limits. The number of attempts is a setting of the instance (60 a minute
// by default).
const (
	NoLimit      Limit = ""
	LimitAccount Limit = "account" // login, register, reset
	LimitToken   Limit = "token"   // look-ups by a token from a link
	LimitFeed    Limit = "feed"    // feeds, which programs read by themselves
	// public documents: documentsPerAttempt times as many, which each instance counts in its memory
	LimitDocument Limit = "document"
	// the operation finds its user and counts the request with Request.CountUser or CountSession
	LimitUser Limit = "user"
	// the operation counts the requests that cost something with Request.CountNetwork; each instance counts in its memory
	LimitOperation Limit = "operation"
)

// checkRateLimit counts the request on limited routes. Errors: rate_limited,
// service_unavailable.
func (s *Server) checkRateLimit(ctx context.Context, spec *Spec) error {
	if spec.Limit == NoLimit || spec.Limit == LimitUser || spec.Limit == LimitOperation || s.AttemptsPerNetwork == 0 {
		return nil
	}
	network := edge.RequestInfoFrom(ctx).Network()
	if spec.Limit == LimitDocument {
		return s.documents.count(network, s.Now(), documentsPerAttempt*s.AttemptsPerNetwork)
	}
	return s.Limiter.CountAttempt(ctx, "address."+string(spec.Limit), network, s.AttemptsPerNetwork)
}

// CountNetwork counts the request for its client network, in memory, so that it works without the database. It is for
// routes with LimitOperation. Errors: rate_limited.
func (r *Request) CountNetwork(ctx context.Context) error {
	if r.spec.Limit != LimitOperation {
		panic("route: " + r.spec.ID + " counts its network and does not declare LimitOperation") // a bug
	}
	if r.server.AttemptsPerNetwork == 0 {
		return nil
	}
	return r.server.probes.count(edge.RequestInfoFrom(ctx).Network(), r.server.Now(), r.server.AttemptsPerNetwork)
}

const (
	documentsPerAttempt = 5
	maxNetworks         = 10_000 // that networkWindow tells apart
)

// networkWindow counts requests of networks in a window of a minute, in memory: they read little or nothing,
// so counting them in the table would cost more than they do.
type networkWindow struct {
	mu     sync.Mutex
	minute int64
	counts map[string]int // by network; further networks share the count of ""
}

// count counts a request. Errors: rate_limited.
func (d *networkWindow) count(network string, now time.Time, most int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if minute := now.Unix() / 60; d.counts == nil || minute != d.minute {
		d.minute, d.counts = minute, map[string]int{}
	}
	if d.counts[network] == 0 && len(d.counts) >= maxNetworks {
		network = ""
	}
	if d.counts[network]++; d.counts[network] > most {
		return problem.RateLimited(time.Unix((d.minute+1)*60, 0).Sub(now))
	}
	return nil
}
