package testkit

import (
	"maps"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/middleware"
)

// Probe watches DynamoDB clients: it logs each call, counts attempts and capacity, and
// injects faults. The zero value is ready to use. Attach it to clients when they are
// made:
//
//	probe := new(testkit.Probe)
//	table := testkit.NewTable(t, probe.Attach)
//
// A call is a call of the SDK by the code. An attempt is one request that the SDK
// sends for a call. Every batch read that runs beside writes is torn, see TearBatchRead.
// Faults happen at the connection, below the SDK's retries, so the SDK handles them like
// real ones. A Probe is safe for concurrent use.
type Probe struct {
	mu           sync.Mutex
	calls        []*Call
	ordinal      int
	faults       []*Injected
	partialReads []*partialRead
	watch        func(input, output any, err error)
}

// Call is the log entry of a call.
type Call struct {
	Op       string // operation, such as "PutItem"
	Index    string // of a Query; "" is the table
	Keys     int    // keys read or written: the entries of a batch or transaction, otherwise 1
	Items    int    // items in the answer
	Attempts int    // attempts, including those that a fault did not send
	Sent     int    // attempts that reached the engine
	Read     float64
	Write    float64 // capacity units that the answer reports
	Start    time.Time
	End      time.Time // zero while the call is running
	Err      error     // that the caller got
}

// Attach is an option for dynamodb.New, dynamo.NewClient, NewTable and Connect.
func (p *Probe) Attach(o *dynamodb.Options) {
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		return stack.Initialize.Add(callRecorder{p}, middleware.Before)
	})
	o.HTTPClient = wrapClient(o.HTTPClient, p.intercept)
}

// Watch lets f see each call from now on, when it has ended. There is one watcher at a time, and Reset keeps it.
func (p *Probe) Watch(f func(input, output any, err error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watch = f
}

// Log returns the calls since the last Reset, in the order in which they started.
func (p *Probe) Log() []Call {
	p.mu.Lock()
	defer p.mu.Unlock()
	log := make([]Call, len(p.calls))
	for i, c := range p.calls {
		log[i] = *c
	}
	return log
}

// Reset clears the log and removes all faults. Calls that are running are not logged.
func (p *Probe) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls, p.faults, p.partialReads = nil, nil, nil
}

// Counts are the sums of a log.
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

// Minus returns the counts that were added since earlier. Operations without change
// are left out, so that differences can be compared with each other.
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
