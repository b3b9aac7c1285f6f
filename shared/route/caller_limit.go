package route

import (
	"context"
	"net/http"
	"sync"
	"time"

	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/limits"
	"stint/shared/problem"
	"stint/shared/table"
)

// countCaller counts the request of an authenticated caller, who is one person with all sessions and API keys. A
// spent request is never refused. Errors: rate_limited.
func (s *Server) countCaller(ctx context.Context, r *Request, weight int, isSpent bool) error {
	if r.APIKey == nil && r.Session == nil {
		return nil
	}
	return s.countRequest(ctx, r.responseHeader, limits.Request{Caller: userCaller(r.User.ID),
		WorkspaceID: r.WorkspaceID(), HasReserve: r.IsOwnerOrAdmin(), Weight: weight, IsSpent: isSpent})
}

// countArrival counts a request as one, before its operation runs. An operation that another request runs may be
// covered by what that request counted for itself. Errors: rate_limited.
func (s *Server) countArrival(ctx context.Context, r *Request) error {
	if isCovered(ctx) {
		return nil
	}
	return s.countCaller(ctx, r, requestWeight, false)
}

func userCaller(u domain.ID) string { return "user:" + string(u) }

// countRequest counts a request and sends the headers that tell how much is left.
func (s *Server) countRequest(ctx context.Context, header http.Header, counted limits.Request) error {
	if s.Callers == nil {
		return nil
	}
	usage, err := s.Callers.Count(table.WithMeter(ctx, nil), counted)
	if policy := usage.Policy(); policy != "" {
		header.Set("RateLimit-Policy", policy)
		header.Set("RateLimit", usage.RateLimit())
	}
	if err != nil {
		edge.RequestInfoFrom(ctx).Limited = counted.Caller
	}
	return err
}

// CountUser counts the request as several requests of a user. It is for public routes
// that find their user by themselves, and declare it with LimitUser. Errors: rate_limited.
func (r *Request) CountUser(ctx context.Context, u domain.ID, weight int) error {
	return r.countFound(ctx, limits.Request{Caller: userCaller(u), Weight: weight})
}

// CountSession counts the request for a session that may have ended. A cookie of an ended
// session must not use up what its user has, so it counts for the session alone. Errors:
// rate_limited.
func (r *Request) CountSession(ctx context.Context, session domain.ID) error {
	return r.countFound(ctx, limits.Request{Caller: "session:" + string(session), Weight: requestWeight})
}

func (r *Request) countFound(ctx context.Context, counted limits.Request) error {
	if r.spec.Limit != LimitUser {
		panic("route: " + r.spec.ID + " counts its user and does not declare LimitUser") // a bug, which any request shows
	}
	return r.server.countRequest(ctx, r.responseHeader, counted)
}

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
