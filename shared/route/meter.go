package route

import (
	"context"
	"sync"

	"stint/shared/edge"
	"stint/shared/table"
)

// What one request of a caller pays for. What a request costs beyond counts as further requests.
const (
	// UnitsOfRequest is in read units. That is about 2 MB, which the database needs 250 ms for.
	UnitsOfRequest = 500
	// WriteUnitsOfRequest is in write units. A batch of 100 new entries writes 700 to 1,000, at most 200 of them to the
	// index of all entries of its workspace. So one person who sends as many as their limit allows writes half of what
	// DynamoDB takes there, and leaves the other half to everybody else.
	WriteUnitsOfRequest = 200
)

// requestWeight is what an ordinary request counts as.
const requestWeight = 1

// Weight is how many requests a request counts as.
func Weight(readUnits, writeUnits float64) int {
	return requestWeight + int(readUnits/UnitsOfRequest+writeUnits/WriteUnitsOfRequest)
}

// meter counts what a request reads and writes. Whatever its operation is, a request that reads more than its caller
// has left is refused (429), before it has written anything. What it wrote counts without being refused.
type meter struct {
	mu      sync.Mutex
	request *Request
	isOpen  bool // the caller is counted, and the answer is not begun
	wrote   bool
	read    float64 // units
	written float64 // units
	counted int     // further requests
}

// open lets the meter count for the caller from now on, with what finding the caller has read.
func (m *meter) open() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.isOpen = true
}

// close ends the counting, and notes what was used for the log. What goes on after the answer counts for nobody.
func (m *meter) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.isOpen = false
	edge.RequestInfoFrom(m.request.http.Context()).AddUnits(m.read, m.written)
}

// CountRead counts read units. Errors: rate_limited.
func (m *meter) CountRead(ctx context.Context, units float64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read += units
	return m.countDue(ctx)
}

// BeginWrite makes what the request costs from now on count without being refused.
func (m *meter) BeginWrite() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wrote = m.wrote || m.isOpen
}

// CountWrite counts write units.
func (m *meter) CountWrite(ctx context.Context, units float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.written += units
	if m.wrote {
		_ = m.countDue(ctx) // after a write nothing is refused
	}
}

// countDue counts the further requests that have become due. The mutex is locked. Errors: rate_limited.
func (m *meter) countDue(ctx context.Context) error {
	due := Weight(m.read, m.written) - requestWeight - m.counted
	if due <= 0 || !m.isOpen {
		return nil
	}
	m.counted += due
	return m.request.server.countCaller(ctx, m.request, due, m.wrote)
}

// metered returns a context whose reads count for the request.
func (r *Request) metered(ctx context.Context) (context.Context, *meter) {
	m := &meter{request: r}
	return table.WithMeter(ctx, m), m
}
