package testkit

import (
	"net/http"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// send is one exchange with the engine; it is a transport and an HTTP client
// at once.
type send func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (f send) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Do implements dynamodb.HTTPClient.
func (f send) Do(r *http.Request) (*http.Response, error) { return f(r) }

// wrap puts the probe under the client's own timeout where it can, so that an
// attempt that is held is given up like a slow one.
func (p *Probe) wrap(client dynamodb.HTTPClient) dynamodb.HTTPClient {
	if c, ok := client.(*http.Client); ok {
		wrapped := *c
		transport := c.Transport
		if transport == nil {
			transport = http.DefaultTransport
		}
		wrapped.Transport = p.watch(transport.RoundTrip)
		return &wrapped
	}
	return p.watch(client.Do)
}

// watch counts an attempt and lets the faults chosen for it have their way.
func (p *Probe) watch(next send) send {
	return func(r *http.Request) (*http.Response, error) {
		c, ok := r.Context().Value(callKey{}).(*call)
		if !ok {
			return next(r)
		}
		exchange := func(r *http.Request) (*http.Response, error) {
			p.countSent(c)
			return next(r)
		}
		for _, effect := range p.try(c) {
			exchange = effect.around(exchange)
		}
		return exchange(r)
	}
}

func (p *Probe) countSent(c *call) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.entry.Sent++
}

// try counts an attempt and returns the effects it is to suffer.
func (p *Probe) try(c *call) []Effect {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.entry.Tries++
	attempt := Attempt{Op: c.entry.Op, Keys: c.entry.Keys, Call: c.ordinal, Try: c.entry.Tries, Input: c.input}
	var effects []Effect
	for _, fault := range p.faults {
		if fault.hits(attempt) {
			effects = append(effects, fault.Effect)
		}
	}
	return effects
}
