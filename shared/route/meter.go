package route

import (
	"context"
	"sync"

	"stint/shared/table"
)

// UnitsOfRequest is how many read units one request of a caller pays for. That is about 2 MB, which the database
// needs 250 ms for. What a request reads beyond counts as further requests.
const UnitsOfRequest = 500

// meter counts what a request reads. Whatever its operation is, a request that reads more than its caller has left
// is refused (429), before it has written anything.
type meter struct {
	mu      sync.Mutex
	request *Request
	isOpen  bool // the caller is counted, and the answer is not begun
	wrote   bool
	units   float64
	counted int // further requests
}

// open lets the meter count for the caller from now on, with what finding the caller has read.
func (m *meter) open() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.isOpen = true
}

// close ends the counting. What goes on after the answer counts for nobody.
func (m *meter) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.isOpen = false
}

// CountRead counts read units. Errors: rate_limited.
func (m *meter) CountRead(ctx context.Context, units float64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.units += units
	due := int(m.units/UnitsOfRequest) - m.counted
	if due <= 0 || !m.isOpen {
		return nil
	}
	m.counted += due
	return m.request.server.countCaller(ctx, m.request, due, m.wrote)
}

// CountWrite makes what is read from now on count without being refused.
func (m *meter) CountWrite() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wrote = m.wrote || m.isOpen
}

// metered returns a context whose reads count for the request.
func (r *Request) metered(ctx context.Context) (context.Context, *meter) {
	m := &meter{request: r}
	return table.WithMeter(ctx, m), m
}
