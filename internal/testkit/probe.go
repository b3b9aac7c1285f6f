package testkit

import (
	"maps"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/middleware"
)

// Probe watches DynamoDB clients: it logs each call, counts attempts and
// capacity, and injects faults. The zero value is ready; attach it to one or
// more clients when they are made:
//
//	probe := new(testkit.Probe)
//	table := testkit.NewTable(t, probe.Attach)
//
// A call is what the code asked of the SDK. A try is one attempt the SDK made
// at it. Faults sit below the SDK's retries, at the connection, so that the SDK
// sees them as it would see real ones. Methods may be called from anywhere.
type Probe struct {
	mu           sync.Mutex
	calls        []*Call
	ordinal      int
	faults       []*Injected
	partialReads []*partialRead
}

// Call is one logical call.
type Call struct {
	Op       string // operation, such as "PutItem"
	Index    string // of a Query; "" is the table itself
	Keys     int    // keys read or written: batch and transaction entries, else 1
	Items    int    // items in the answer
	Attempts int    // attempts made, those that faults kept back included
	Sent     int    // attempts that reached the engine
	Read     float64
	Write    float64 // capacity units of the answer the caller got
	Start    time.Time
	End      time.Time // zero while it lasts
	Err      error     // what the caller got
}

// Attach is an option for dynamodb.New, dynamo.NewClient, NewTable and Connect.
func (p *Probe) Attach(o *dynamodb.Options) {
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		return stack.Initialize.Add(callRecorder{p}, middleware.Before)
	})
	o.HTTPClient = p.wrapClient(o.HTTPClient)
}

// Log returns the calls since the last Reset, in the order they began.
func (p *Probe) Log() []Call {
	p.mu.Lock()
	defer p.mu.Unlock()
	log := make([]Call, len(p.calls))
	for i, c := range p.calls {
		log[i] = *c
	}
	return log
}

// Reset forgets the log and takes every fault away. A call that is under way
// is not logged any more.
func (p *Probe) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls, p.faults, p.partialReads = nil, nil, nil
}

// Counts sums up a log.
type Counts struct {
	Calls    map[string]int // logical calls, by operation
	Attempts map[string]int // attempts, by operation
	Sent     map[string]int // attempts that reached the engine, by operation
	Read     float64        // read capacity units
	Write    float64        // write capacity units
}

// Snapshot counts the calls since the last Reset.
func (p *Probe) Snapshot() Counts {
	counts := Counts{Calls: map[string]int{}, Attempts: map[string]int{}, Sent: map[string]int{}}
	for _, c := range p.Log() {
		counts.Calls[c.Op]++
		counts.Attempts[c.Op] += c.Attempts
		counts.Sent[c.Op] += c.Sent
		counts.Read += c.Read
		counts.Write += c.Write
	}
	return counts
}

// Minus returns what was added since earlier; operations without change are
// left out, so that two differences can be compared as they are.
func (c Counts) Minus(earlier Counts) Counts {
	return Counts{
		Calls:    subtract(c.Calls, earlier.Calls),
		Attempts: subtract(c.Attempts, earlier.Attempts),
		Sent:     subtract(c.Sent, earlier.Sent),
		Read:     c.Read - earlier.Read,
		Write:    c.Write - earlier.Write,
	}
}

func subtract(a, b map[string]int) map[string]int {
	d := maps.Clone(a)
	for op, n := range b {
		d[op] -= n
	}
	maps.DeleteFunc(d, func(_ string, n int) bool { return n == 0 })
	return d
}
