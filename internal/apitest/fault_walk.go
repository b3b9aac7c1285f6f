package apitest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/internal/testkit"
)

// FaultWalk runs a request once for each database call that it makes, and makes that
// call fail. Each run begins with the same state.
type FaultWalk struct {
	Options []Option
	// Prepare makes the state before the request and returns the request. It is called once,
	// and its state is restored for every fault. So it must leave only items and the time
	// behind, and the request must always do the same.
	Prepare func(h *Service) (request func() *Answer)
	// PrepareEach calls Prepare with a new service for every fault, where a stand-in outside
	// of the table, such as a provider, remembers what was requested.
	PrepareEach bool
	// State describes what the request must change completely or not at all; nil is
	// ItemContents. The request must change it.
	State func(h *Service) string
	// CheckRetry checks the answer to the same request when it is sent again without a
	// fault.
	CheckRetry func(h *Service, again *Answer)
}

// Run runs the walk. If only one attempt of a call fails, the request must succeed,
// because the SDK retries. If all attempts fail, the answer must be 200 or 503, and the
// state must be that before the request or that after success.
func (w FaultWalk) Run(t *testing.T) {
	if w.State == nil {
		w.State = ItemContents
	}
	start := w.starter(t)
	before, after := w.runWithoutFault(t, start)
	for _, f := range faultKinds() {
		for k := 0; ; k += f.step {
			f.fault.Skip = k
			if !w.runWithFault(t, start, fmt.Sprintf("%s, call %d", f.name, k+1), f.fault, before, after) {
				break
			}
		}
	}
}

// faultKind are faults of one kind, of which a walk makes one in so many calls.
type faultKind struct {
	name  string
	fault testkit.Fault
	step  int
}

// faultKinds are the faults of a walk. By day it takes one in five of the attempts that did not arrive, because the SDK
// alone repeats them.
func faultKinds() []faultKind {
	before, after := testkit.FailBefore(testkit.Disconnected), testkit.FailAfter(testkit.Disconnected)
	lost := testkit.WhereAnswersAreLost()
	return []faultKind{
		{"before, attempt", testkit.Fault{Effect: before}, testkit.Size(5, 1)},
		{"before, whole call", testkit.Fault{Effect: before, WholeCall: true}, 1},
		{"after, attempt", testkit.Fault{Effect: after, Where: lost}, 1},
		{"after, whole call", testkit.Fault{Effect: after, Where: lost, WholeCall: true}, 1},
	}
}

// startFunc gives a service in the state before, and the request.
type startFunc func(t *testing.T) (s *Service, request func() *Answer)

func (w FaultWalk) starter(t *testing.T) startFunc {
	if w.PrepareEach {
		return func(t *testing.T) (*Service, func() *Answer) {
			s := New(t, w.Options...)
			return s, w.Prepare(s)
		}
	}
	s := New(t, w.Options...)
	request := w.Prepare(s)
	prepared := s.TakeSnapshot(w.Options...)
	return func(t *testing.T) (*Service, func() *Answer) {
		s.Restore(t, prepared)
		return s, request
	}
}

func (w FaultWalk) runWithoutFault(t *testing.T, start startFunc) (before, after string) {
	s, request := start(t)
	before = w.State(s)
	if answer := request(); answer.Status != 200 {
		t.Fatalf("undisturbed: %d\n%s", answer.Status, answer.Body)
	}
	if after = w.State(s); after == before {
		t.Fatal("the request changes nothing that State shows")
	}
	return before, after
}

// runWithFault runs the request with one fault. hit is false when the request makes
// too few calls for the fault.
func (w FaultWalk) runWithFault(t *testing.T, start startFunc, name string, fault testkit.Fault, before,
	after string) (hit bool) {
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
			t.Errorf("200, but the state is not that after success:\n%s", difference(state, after))
		case answer.Status != 200 && !fault.WholeCall:
			t.Errorf("%d after a single lost attempt\n%s", answer.Status, answer.Body)
		case answer.Status != 200 && answer.Status != 503:
			t.Errorf("%d, want 200 or 503\n%s", answer.Status, answer.Body)
		case state != before && state != after:
			t.Errorf("neither all nor nothing\nnot before:\n%snot after:\n%s", difference(state, before),
				difference(state, after))
		}
		w.CheckRetry(s, request())
	})
	return hit
}

// difference has the lines that only one of two states has.
func difference(got, want string) (text string) {
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	for _, line := range gotLines {
		if !slices.Contains(wantLines, line) {
			text += "is   " + line + "\n"
		}
	}
	for _, line := range wantLines {
		if !slices.Contains(gotLines, line) {
			text += "want " + line + "\n"
		}
	}
	return text
}

// ItemCounts counts the items in the table by the prefixes of their keys, without
// rate limits. Two runs of the same request have equal counts although their ids
// differ.
func ItemCounts(s *Service) string {
	s.t.Helper()
	kinds := map[string]int{}
	for _, item := range testkit.Dump(s.t, s.Table) {
		pk, sk := testkit.TextOf(item["pk"]), testkit.TextOf(item["sk"])
		if !strings.HasPrefix(pk, "RL#") {
			kinds[keyPrefix(pk)+" "+keyPrefix(sk)]++
		}
	}
	return fmt.Sprint(kinds)
}

func keyPrefix(key string) string {
	kind, _, _ := strings.Cut(key, "#")
	if kind[:1] >= "0" && kind[:1] <= "9" {
		return "0" // the key starts with a time
	}
	return kind
}

// RetryableWrite checks that a write and its retry end in the same state, whichever
// database call fails.
type RetryableWrite struct {
	Prepare     func(h *Service) (request func() *Answer) // as in FaultWalk
	PrepareEach bool                                      // as in FaultWalk
	State       func(h *Service) string                   // as in FaultWalk
	RetryStatus int                                       // of a retry after the write succeeded; 0 allows only 200
}

// Walk runs a FaultWalk of the write.
func (c RetryableWrite) Walk(t *testing.T) {
	t.Helper()
	if c.State == nil {
		c.State = ItemContents
	}
	var end string
	FaultWalk{
		Prepare:     c.Prepare,
		PrepareEach: c.PrepareEach,
		State:       c.State,
		CheckRetry: func(s *Service, answer *Answer) {
			if answer.Status != 200 && answer.Status != c.RetryStatus {
				t.Errorf("the retry: %d\n%s", answer.Status, answer.Body)
			}
			got := c.State(s)
			if end == "" {
				end = got
			}
			if got != end {
				t.Errorf("after the retry:\n%s", difference(got, end))
			}
		},
	}.Run(t)
}
