package histories_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/dynamo"
)

type object = map[string]any

// output is the answer to a request. Status 0 is none: nobody knows whether it happened.
type output struct {
	Status int
	Reason string // of a conflict, or the detail of what is forbidden
	Record object
}

func (o output) String() string {
	switch {
	case o.Status == 0:
		return "no answer"
	case o.Status != http.StatusOK:
		return fmt.Sprint(o.Status, " ", o.Reason)
	}
	record, _ := json.Marshal(o.Record)
	return string(record)
}

// history is what several people do with one service, and what they are answered.
type history struct {
	*apitest.Service
	*testkit.Turns
	seed uint64

	mu         sync.Mutex
	operations []porcupine.Operation
	instances  []http.Handler // of each person
	known      map[string]string
}

// newHistory begins with a state. The clock of each person's functions differs by up to two seconds. The faults are
// those of all requests: what lags, and a mistake that is planted.
func newHistory(t testing.TB, api *apitest.Service, from apitest.Snapshot, seed uint64, people int,
	faults ...testkit.Fault) *history {
	t.Helper()
	api.Restore(t, from)
	h := &history{Service: api, Turns: testkit.NewTurns(seed, people), seed: seed, known: map[string]string{}}
	for _, f := range append(faults, testkit.Fault{Effect: disturb}) { // the last one is the outermost
		f.Times = testkit.Always
		api.Probe.Inject(f)
	}
	for i := range people {
		skew := time.Duration(i%3-1) * 2 * time.Second
		h.instances = append(h.instances, api.NewInstanceAt(func() time.Time { return api.Clock.Now().Add(skew) }))
	}
	return h
}

// lateIndexes are global indexes that nothing reaches.
var lateIndexes = testkit.Fault{
	Where:  testkit.OnIndexes(dynamo.IndexWorkspace, dynamo.IndexProject, dynamo.IndexChange),
	Effect: testkit.EmptyIndex,
}

// do sends a request of a person and records it. One with an idempotency key is sent again if there is no answer.
func (h *history) do(p *testkit.Person, input any, r apitest.Request) output {
	call := h.Step()
	out := h.send(p, r)
	for again := 0; out.Status == 0 && again < 2 && r.Header["Idempotency-Key"] != ""; again++ {
		out = h.send(p, r)
	}
	h.record(porcupine.Operation{ClientId: p.Number, Input: input, Call: call, Output: out,
		Return: h.Step()})
	return out
}

// doLast sends a request when all others have ended, and nothing goes wrong.
func (h *history) doLast(input any, r apitest.Request) {
	call := h.Step()
	h.record(porcupine.Operation{Input: input, Call: call, Output: outputOf(h.Send(r)), Return: h.Step()})
}

func (h *history) record(o porcupine.Operation) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.operations = append(h.operations, o)
}

// send sends a request, and something may go wrong.
func (h *history) send(p *testkit.Person, r apitest.Request) output {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	q := &request{person: p, fate: drawFate(p.Random), die: end}
	r.Context = context.WithValue(ctx, requestKey{}, q)
	h.Clock.Advance(time.Duration(p.Random.IntN(3)) * time.Second)
	answer := h.SendTo(h.instances[p.Number], r)
	if q.isDead() || q.fate.kind == "the answer is lost" || answer.Status >= http.StatusInternalServerError {
		return output{}
	}
	return outputOf(answer)
}

func outputOf(answer *apitest.Answer) output {
	out := output{Status: answer.Status, Record: answer.JSON()}
	if out.Reason, _ = out.Record["reason"].(string); out.Reason == "" {
		out.Reason, _ = out.Record["detail"].(string)
	}
	return out
}

// learn notes the id of a record under a name that the model knows.
func (h *history) learn(name string, out output) {
	if id, ok := out.Record["id"].(string); ok && out.Status == http.StatusOK {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.known[name] = id
	}
}

// some is a name that was learnt, and its id. The name begins as told.
func (h *history) some(p *testkit.Person, prefix string) (name, id string, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var names []string
	for name := range h.known {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "", "", false
	}
	slices.Sort(names)
	name = names[p.Random.IntN(len(names))]
	return name, h.known[name], true
}

func (h *history) idOf(name string) (id string, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	id, ok = h.known[name]
	return id, ok
}
