package functions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/route"
)

// Every route that takes tokens, passwords or addresses limits the attempts per
// client address. Headers cannot change the address that counts, and all addresses of
// one IPv6 network count together.
func TestEveryLimitedRouteCountsByTheRealAddress(t *testing.T) {
	const limit = 3
	w := newWorld(t, func(c *config.Config) { c.AttemptsPerNetwork = limit })
	limited := func(spec route.Spec) bool {
		return !slices.Contains([]route.Limit{route.NoLimit, route.LimitUser, route.LimitOperation}, spec.Limit)
	}
	limitOf := func(spec route.Spec) int {
		if spec.Limit == route.LimitDocument {
			return 5 * limit
		}
		return limit
	}
	network := 0
	eachRoute(t, limited, func(t *testing.T, spec route.Spec) {
		network++
		limit := limitOf(spec)
		from := func(address string, i int) *apitest.Answer {
			return w.Send(apitest.Request{
				Method: spec.Method, Path: w.pathOf(t, spec, nil), Bearer: w.bearerFor(spec), ClientIP: address,
				Header: forgedAddresses(i),
			})
		}
		host := func(i int) string { return fmt.Sprintf("[2001:db8:%x:1:%x::%x]", network, i, i+1) }
		for i := range limit {
			if answer := from(host(i), i); answer.Status == 429 {
				t.Errorf("attempt %d of %d is refused", i+1, limit)
			}
		}
		refused := from(host(limit), limit)
		if refused.Status != 429 || refused.Header.Get("Retry-After") == "" {
			t.Errorf("attempt %d: %d, Retry-After %q", limit+1, refused.Status, refused.Header.Get("Retry-After"))
		}
		if !spec.Op.ShowsPages() {
			refused.Problem(429, "rate_limited")
		}
		if next := from(fmt.Sprintf("[2001:db8:%x:2::1]", network), 0); next.Status == 429 {
			t.Error("the neighbouring network is refused as well")
		}
		w.Clock.Advance(time.Minute)
		if later := from(host(0), 0); later.Status == 429 {
			t.Error("a minute later it is still refused")
		}
	})
}

// forgedAddresses are headers with a false client address, a different one for each i.
func forgedAddresses(i int) map[string]string {
	address := fmt.Sprintf("203.0.113.%d", i)
	return map[string]string{
		"X-Forwarded-For": address, "X-Real-IP": address, "Forwarded": "for=" + address, "True-Client-IP": address,
		"CF-Connecting-IP": address, "X-Client-IP": address, "Via": "1.1 " + address,
	}
}

// Guesses at the token of an invitation cost one read each up to the limit, and none
// after it.
func TestTokenScansAreRateLimited(t *testing.T) {
	w := newWorld(t, func(c *config.Config) { c.AttemptsPerNetwork = 20 })
	w.Clock.Advance(time.Minute)
	w.Probe.Reset()
	stopped := 0
	for i := range 100 {
		answer := w.Send(apitest.Request{Method: "GET", Path: "/api/invitations/" + strings.Repeat("x", 40) + fmt.Sprint(i),
			Header: forgedAddresses(i)})
		if answer.Status == 429 {
			stopped++
			continue
		}
		answer.Problem(404, "not_found")
	}
	if stopped != 80 {
		t.Errorf("%d of 100 guesses were stopped, want 80", stopped)
	}
	if reads := w.Probe.Snapshot().Calls["GetItem"]; reads > 20 {
		t.Errorf("%d reads for 20 guesses", reads)
	}
}
