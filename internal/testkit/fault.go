package testkit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
)

// Always as Fault.Times hits every candidate after Skip.
const Always = -1

// Fault applies an effect to attempts. The candidates are the attempts that Where
// selects, in the order in which they are made. The first Skip candidates pass, the
// next Times are hit, the others pass.
type Fault struct {
	// Effect happens to an attempt that is hit: FailBefore, FailAfter, Hold,
	// HoldAnswer, Gather, TearBatchRead, EmptyIndex or LateIndex.
	Effect Effect
	// Where selects the candidates; nil selects every attempt. It must not call the
	// probe.
	Where func(Attempt) bool
	// Skip is the number of candidates that pass first: k-1 to hit the k-th.
	Skip int
	// Times is the number of candidates that are hit. 0 is one, Always is all.
	Times int
	// WholeCall counts calls instead of attempts. Every attempt of a call that is hit
	// has the effect, so that the SDK's retries fail too.
	WholeCall bool
}

// Attempt describes an attempt to Fault.Where.
type Attempt struct {
	Op     string // operation, such as "PutItem"
	Keys   int    // as in Call
	Call   int    // number of the call since the probe was made, from 1
	Number int    // number of the attempt in this call, from 1
	Input  any    // the input of the call, such as *dynamodb.PutItemInput
}

// On selects the attempts of the given operations.
func On(ops ...string) func(Attempt) bool {
	return func(a Attempt) bool {
		for _, op := range ops {
			if a.Op == op {
				return true
			}
		}
		return false
	}
}

// Crashes are the ways in which a program dies at a call: before it, and after it. Skip chooses the call.
func Crashes() map[string]Fault {
	return map[string]Fault{
		"before": {Effect: FailBefore(Disconnected), WholeCall: true},
		"after":  {Effect: FailAfter(Disconnected), Where: WhereAnswersAreLost(), WholeCall: true},
	}
}

// WhereAnswersAreLost selects the attempts whose answers tests lose, or all for nil. By day it is those that write,
// because a read whose answer is lost is a read that failed.
func WhereAnswersAreLost() func(Attempt) bool {
	if Size(0, 1) == 1 {
		return nil
	}
	return Writes
}

// Writes selects the attempts of writing operations.
func Writes(a Attempt) bool { return !isRead(a.Op) }

// Injected is a fault that Probe.Inject has added.
type Injected struct {
	Fault
	probe    *Probe
	seen     int          // candidates so far
	hit      int          // attempts hit so far
	hitCalls map[int]bool // by call, for WholeCall
	reached  chan struct{}
}

// Inject adds a fault. If several faults hit one attempt, the latest is the outermost.
func (p *Probe) Inject(f Fault) *Injected {
	if f.Effect == nil {
		panic("testkit: a fault without an effect")
	}
	if f.Times == 0 {
		f.Times = 1
	}
	injected := &Injected{Fault: f, probe: p, hitCalls: map[int]bool{}, reached: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, injected)
	return injected
}

// Hits is the number of attempts hit so far. A test that increases Skip step by step
// ends when it is 0.
func (i *Injected) Hits() int {
	i.probe.mu.Lock()
	defer i.probe.mu.Unlock()
	return i.hit
}

// Reached is closed at the first hit.
func (i *Injected) Reached() <-chan struct{} { return i.reached }

// decideHit decides whether an attempt is hit. The caller holds the probe's lock.
func (i *Injected) decideHit(a Attempt) bool {
	if i.Where != nil && !i.Where(a) {
		return false
	}
	hit, known := i.hitCalls[a.Call]
	if !i.WholeCall || !known {
		hit = i.seen >= i.Skip && (i.Times == Always || i.seen < i.Skip+i.Times)
		i.seen++
		i.hitCalls[a.Call] = hit
	}
	if !hit {
		return false
	}
	if i.hit++; i.hit == 1 {
		close(i.reached)
	}
	return true
}

// Failure makes what the client gets instead of the engine's answer.
type Failure func(*http.Request) (*http.Response, error)

// Disconnected is a connection that breaks while the client waits for the answer.
func Disconnected(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
}

// Refused is a refused connection.
func Refused(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
}

// TimedOut is an answer that does not arrive in time.
func TimedOut(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}
}

// Throttled is a throttled request. The SDK retries it.
func Throttled(r *http.Request) (*http.Response, error) {
	return APIError(http.StatusBadRequest, "ProvisionedThroughputExceededException",
		"The level of configured provisioned throughput was exceeded.")(r)
}

// InternalError is an internal error of DynamoDB. The SDK retries it.
func InternalError(r *http.Request) (*http.Response, error) {
	return APIError(http.StatusInternalServerError, "InternalServerError", "Internal server error.")(r)
}

// Conflicted is a single write that conflicts with a transaction on its item.
func Conflicted(r *http.Request) (*http.Response, error) {
	return APIError(http.StatusBadRequest, "TransactionConflictException", "Transaction is ongoing for the item")(r)
}

// APIError is an error of DynamoDB with an HTTP status and an error code such as
// "ThrottlingException".
func APIError(status int, code, message string) Failure {
	return newAPIError(status, map[string]any{"__type": errorType(code), "message": message})
}

// Canceled is a cancelled transaction. Each of its actions has a reason, such as
// "None", "ConditionalCheckFailed", "TransactionConflict", "ThrottlingError" or
// "ProvisionedThroughputExceeded". The SDK does not retry it.
func Canceled(reasons ...string) Failure {
	list := make([]map[string]string, len(reasons))
	for i, reason := range reasons {
		if list[i] = map[string]string{"Code": reason}; reason != "None" {
			list[i]["Message"] = "injected: " + reason
		}
	}
	return newAPIError(http.StatusBadRequest, map[string]any{
		"__type": errorType("TransactionCanceledException"),
		"Message": "Transaction cancelled, please refer cancellation reasons for specific reasons [" +
			strings.Join(reasons, ", ") + "]",
		"CancellationReasons": list,
	})
}

func errorType(code string) string { return "com.amazonaws.dynamodb.v20120810#" + code }

func newAPIError(status int, body map[string]any) Failure {
	text, err := json.Marshal(body)
	return func(r *http.Request) (*http.Response, error) {
		if err != nil {
			return nil, errors.Join(errors.New("testkit: writing an error"), err)
		}
		return newAnswer(r, status, text), nil
	}
}

// newAnswer is an answer of DynamoDB to a request.
func newAnswer(r *http.Request, status int, body []byte) *http.Response {
	return &http.Response{
		Status: http.StatusText(status), StatusCode: status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body:          io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)),
		Request:       r,
	}
}
