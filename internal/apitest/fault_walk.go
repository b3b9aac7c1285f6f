package apitest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
)

// FaultWalk breaks one request at every call that it makes to the database,
// one call at a time, each in a house of its own.
type FaultWalk struct {
	Options []Option
	// Prepare makes the state before and gives the request.
	Prepare func(h *Service) (request func() *Answer)
	// PrepareOnce calls Prepare once and gives a copy of the table to every
	// fault, which takes much less time. It is for a Prepare that leaves nothing
	// behind but items and the time, and for a request that always does the same.
	PrepareOnce bool
	// State tells what must be all or nothing; nil is Shape.
	State func(h *Service) string
	// CheckRetry looks at the answer to the same request sent once more, undisturbed.
	CheckRetry func(h *Service, again *Answer)
}

// Run walks. A single lost attempt must not be seen at all: the request
// succeeds. A call that is lost for good leaves the state as it was before or
// as it is after success, and an answer that is no fault of ours.
func (w FaultWalk) Run(t *testing.T) {
	if w.State == nil {
		w.State = ItemCounts
	}
	start := w.starter(t)
	before, after := w.runWithoutFault(t, start)
	faults := map[string]testkit.Effect{
		"before": testkit.FailBefore(testkit.Disconnected), "after": testkit.FailAfter(testkit.Disconnected),
	}
	for when, effect := range faults {
		for _, whole := range []bool{false, true} {
			for k := 0; ; k++ {
				name := fmt.Sprintf("%s, whole call %t, call %d", when, whole, k+1)
				fault := testkit.Fault{Effect: effect, Skip: k, WholeCall: whole}
				if !w.runWithFault(t, start, name, fault, before, after) {
					break
				}
			}
		}
	}
}

// startFunc gives a service in the state before, and the request.
type startFunc func(t *testing.T) (s *Service, request func() *Answer)

func (w FaultWalk) starter(t *testing.T) startFunc {
	if !w.PrepareOnce {
		return func(t *testing.T) (*Service, func() *Answer) {
			s := New(t, w.Options...)
			return s, w.Prepare(s)
		}
	}
	s := New(t, w.Options...)
	request := w.Prepare(s)
	prepared := s.takeSnapshot()
	return func(t *testing.T) (*Service, func() *Answer) {
		s.restore(t, prepared, w.Options...)
		return s, request
	}
}

func (w FaultWalk) runWithoutFault(t *testing.T, start startFunc) (before, after string) {
	s, request := start(t)
	before = w.State(s)
	if answer := request(); answer.Status != 200 {
		t.Fatalf("undisturbed: %d\n%s", answer.Status, answer.Body)
	}
	return before, w.State(s)
}

// runWithFault breaks the request once; hit is false when it makes no call so late.
func (w FaultWalk) runWithFault(t *testing.T, start startFunc, name string, fault testkit.Fault, before, after string) (hit bool) {
	t.Run(name, func(t *testing.T) {
		s, request := start(t)
		s.Probe.Reset()
		injected := s.Probe.Inject(fault)
		answer := request()
		hit = injected.Hits() > 0
		s.Probe.Reset()
		if !hit {
			return
		}
		switch state := w.State(s); {
		case answer.Status == 200 && state != after:
			t.Errorf("200, but the state is\n%s\nwant\n%s", state, after)
		case answer.Status != 200 && !fault.WholeCall:
			t.Errorf("%d after a single lost attempt\n%s", answer.Status, answer.Body)
		case answer.Status != 200 && answer.Status != 503:
			t.Errorf("%d, want 200 or 503\n%s", answer.Status, answer.Body)
		case state != before && state != after:
			t.Errorf("neither all nor nothing:\n%s\nbefore\n%s\nafter\n%s", state, before, after)
		}
		w.CheckRetry(s, request())
	})
	return hit
}

// ItemCounts counts the items of each kind in the house's table, rate windows left
// out: whatever their ids, two tables of one shape hold the same things.
func ItemCounts(s *Service) string {
	s.t.Helper()
	kinds := map[string]int{}
	for _, item := range testkit.Dump(s.t, s.Table) {
		pk, sk := stringAttribute(item, "pk"), stringAttribute(item, "sk")
		if !strings.HasPrefix(pk, "RL#") {
			kinds[keyPrefix(pk)+" "+keyPrefix(sk)]++
		}
	}
	return fmt.Sprint(kinds)
}

func keyPrefix(key string) string {
	kind, _, _ := strings.Cut(key, "#")
	if kind[:1] >= "0" && kind[:1] <= "9" {
		return "0" // a time leads
	}
	return kind
}

func stringAttribute(item map[string]types.AttributeValue, name string) string {
	if s, ok := item[name].(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}
