package histories_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"

	"stint/internal/testkit"
)

// fate is what goes wrong with a request.
type fate struct {
	kind string
	at   int // number of the attempt at a call of the database with which it begins
}

// fates are the kinds, of which each seed takes some.
var fates = []string{
	"the attempt fails", "the attempt's answer is lost", "the database is away", "the function dies before",
	"the function dies after", "the answer is lost", "writes are sent twice",
}

// drawFate is a fate for about every second request.
func drawFate(random *rand.Rand) fate {
	f := fate{at: 1 + random.IntN(6)}
	if random.IntN(2) == 0 {
		f.kind = fates[random.IntN(len(fates))]
	}
	return f
}

// request is a request that runs.
type request struct {
	person *testkit.Person
	fate   fate
	die    context.CancelFunc

	mu       sync.Mutex
	attempts int
	dead     bool
}

// requestKey is the key of the request in the context of its calls.
type requestKey struct{}

// disturb is the effect on every attempt of a call: the request waits for its turn, and its fate happens.
func disturb(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	q, ok := r.Context().Value(requestKey{}).(*request)
	if !ok {
		return exchange(r)
	}
	if q.isDead() {
		return testkit.FailBefore(canceled)(r, exchange)
	}
	q.person.Begin()
	defer q.person.End()
	return q.effect(r)(r, exchange)
}

// effect is what happens to the next attempt.
func (q *request) effect(r *http.Request) testkit.Effect {
	operation := r.Header.Get("X-Amz-Target")
	torn := q.tear(operation)
	n, fate := q.count(), q.fate
	switch {
	case fate.kind == "the attempt fails" && n == fate.at:
		return testkit.FailBefore(q.someFailure())
	case fate.kind == "the attempt's answer is lost" && n == fate.at:
		return testkit.FailAfter(testkit.Disconnected)
	case fate.kind == "the database is away" && n >= fate.at && n < fate.at+8:
		return testkit.FailBefore(testkit.TimedOut)
	case fate.kind == "the function dies before" && n == fate.at:
		q.kill()
		return testkit.FailBefore(canceled)
	case fate.kind == "the function dies after" && n == fate.at:
		return q.dieAfter
	case fate.kind == "writes are sent twice" && isWrite(operation):
		return testkit.SendTwice
	}
	return torn
}

// tear reads the keys of a batch one by one, each in a turn of its own.
func (q *request) tear(operation string) testkit.Effect {
	between := func(int) { q.person.Pass() }
	switch {
	case !strings.HasSuffix(operation, ".BatchGetItem"):
		return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			return exchange(r)
		}
	case q.fate.at%2 == 0:
		return testkit.TearBatchRead(between)
	}
	return testkit.TearBatchReadBackwards(between)
}

func isWrite(operation string) bool {
	return !strings.HasSuffix(operation, "GetItem") && !strings.HasSuffix(operation, ".Query")
}

func (q *request) someFailure() testkit.Failure {
	return []testkit.Failure{testkit.Disconnected, testkit.Throttled, testkit.InternalError}[q.fate.at%3]
}

// dieAfter sends the attempt, and then the function is dead.
func (q *request) dieAfter(r *http.Request,
	exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	defer q.kill()
	return testkit.FailAfter(canceled)(r, exchange)
}

func canceled(*http.Request) (*http.Response, error) { return nil, context.Canceled }

func (q *request) count() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.attempts++
	return q.attempts
}

// kill ends the function: it makes no more calls, and nobody gets its answer.
func (q *request) kill() {
	q.mu.Lock()
	q.dead = true
	q.mu.Unlock()
	q.die()
}

func (q *request) isDead() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.dead
}
