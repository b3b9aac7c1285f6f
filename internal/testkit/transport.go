package testkit

import (
	"net/http"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// roundTripFunc is one exchange with the engine. It is an http.RoundTripper and a
// dynamodb.HTTPClient.
type roundTripFunc func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Do implements dynamodb.HTTPClient.
func (f roundTripFunc) Do(r *http.Request) (*http.Response, error) { return f(r) }

// wrapClient puts a probe, or something else around each exchange, below the client's timeout if possible, so that
// the client gives up held attempts like slow ones.
func wrapClient(client dynamodb.HTTPClient, around func(next roundTripFunc) roundTripFunc) dynamodb.HTTPClient {
	if c, ok := client.(*http.Client); ok {
		wrapped := *c
		transport := c.Transport
		if transport == nil {
			transport = http.DefaultTransport
		}
		wrapped.Transport = around(transport.RoundTrip)
		return &wrapped
	}
	return around(client.Do)
}

// intercept counts an attempt and applies the effects of the faults that hit it. It tears
// batch reads below them, so that a torn read counts as one attempt.
func (p *Probe) intercept(next roundTripFunc) roundTripFunc {
	return func(r *http.Request) (*http.Response, error) {
		c, ok := r.Context().Value(callKey{}).(*call)
		if !ok {
			return next(r)
		}
		next := next
		if c.entry.Op == "BatchGetItem" && c.entry.Keys > 1 {
			next = tearBesideWrites(tableOf(c.input)).wrap(next)
		}
		exchange := func(r *http.Request) (*http.Response, error) {
			p.countSent(c)
			return next(r)
		}
		for _, effect := range p.beginAttempt(c) {
			exchange = effect.wrap(exchange)
		}
		return exchange(r)
	}
}

func (p *Probe) countSent(c *call) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.entry.Sent++
}

// beginAttempt counts an attempt and returns the effects of the faults that hit it.
func (p *Probe) beginAttempt(c *call) []Effect {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.entry.Attempts++
	attempt := Attempt{Op: c.entry.Op, Keys: c.entry.Keys, Call: c.ordinal, Number: c.entry.Attempts, Input: c.input}
	var effects []Effect
	for _, fault := range p.faults {
		if fault.decideHit(attempt) {
			effects = append(effects, fault.Effect)
		}
	}
	return effects
}
