package apitest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/testkit"
)

// FaultWalk breaks one request at every call that it makes to the database,
// one call at a time, each in a house of its own.
type FaultWalk struct {
	Options []Option
	// Prepare makes the state before and gives the request.
	Prepare func(h *House) (request func() *Answer)
	// State tells what must be all or nothing; nil is Shape.
	State func(h *House) string
	// Again looks at the answer to the same request sent once more, undisturbed.
	Again func(h *House, again *Answer)
}

// Run walks. A single lost attempt must not be seen at all: the request
// succeeds. A call that is lost for good leaves the state as it was before or
// as it is after success, and an answer that is no fault of ours.
func (w FaultWalk) Run(t *testing.T) {
	if w.State == nil {
		w.State = Shape
	}
	before, after := w.undisturbed(t)
	faults := map[string]testkit.Effect{
		"before": testkit.FailBefore(testkit.Disconnected), "after": testkit.FailAfter(testkit.Disconnected),
	}
	for when, effect := range faults {
		for _, whole := range []bool{false, true} {
			for k := 0; ; k++ {
				name := fmt.Sprintf("%s, whole call %t, call %d", when, whole, k+1)
				fault := testkit.Fault{Effect: effect, Skip: k, WholeCall: whole}
				if !w.step(t, name, fault, before, after) {
					break
				}
			}
		}
	}
}

func (w FaultWalk) undisturbed(t *testing.T) (before, after string) {
	h := New(t, w.Options...)
	request := w.Prepare(h)
	before = w.State(h)
	if answer := request(); answer.Status != 200 {
		t.Fatalf("undisturbed: %d\n%s", answer.Status, answer.Body)
	}
	return before, w.State(h)
}

// step breaks the request once; hit is false when it makes no call so late.
func (w FaultWalk) step(t *testing.T, name string, fault testkit.Fault, before, after string) (hit bool) {
	t.Run(name, func(t *testing.T) {
		h := New(t, w.Options...)
		request := w.Prepare(h)
		h.Probe.Reset()
		injected := h.Probe.Inject(fault)
		answer := request()
		hit = injected.Hits() > 0
		h.Probe.Reset()
		if !hit {
			return
		}
		switch state := w.State(h); {
		case answer.Status == 200 && state != after:
			t.Errorf("200, but the state is\n%s\nwant\n%s", state, after)
		case answer.Status != 200 && !fault.WholeCall:
			t.Errorf("%d after a single lost attempt\n%s", answer.Status, answer.Body)
		case answer.Status != 200 && answer.Status != 503:
			t.Errorf("%d, want 200 or 503\n%s", answer.Status, answer.Body)
		case state != before && state != after:
			t.Errorf("neither all nor nothing:\n%s\nbefore\n%s\nafter\n%s", state, before, after)
		}
		w.Again(h, request())
	})
	return hit
}

// Shape counts the items of each kind in the house's table, rate windows left
// out: whatever their ids, two tables of one shape hold the same things.
func Shape(h *House) string {
	h.t.Helper()
	kinds := map[string]int{}
	for _, item := range testkit.Dump(h.t, h.Table) {
		pk, sk := textIn(item, "pk"), textIn(item, "sk")
		if !strings.HasPrefix(pk, "RL#") {
			kinds[kindOf(pk)+" "+kindOf(sk)]++
		}
	}
	return fmt.Sprint(kinds)
}

func kindOf(key string) string {
	kind, _, _ := strings.Cut(key, "#")
	if kind[:1] >= "0" && kind[:1] <= "9" {
		return "0" // a time leads
	}
	return kind
}

func textIn(item map[string]types.AttributeValue, name string) string {
	if s, ok := item[name].(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}
