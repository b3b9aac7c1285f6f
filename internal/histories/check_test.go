package histories_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"stint/shared/problem"
)

// effect is what a request does when nothing else happens beside it.
type effect struct {
	status int
	reason string                   // of another status than 200; "" is any
	next   any                      // state after it
	shows  func(record object) bool // whether an answer 200 is right; nil is always
	also   func(out output) bool    // whether another answer is right, too, which changes nothing; nil is never
}

// missing is the effect of a request about what is not there. Of two requests that delete the same at the same moment
// both may be told that it is deleted.
func missing(state any, deletes bool) effect {
	e := refused(state, http.StatusNotFound, "")
	e.also = func(out output) bool { return deletes && out.Record["deleted"] == true }
	return e
}

// model says what requests do. States are values that reflect.DeepEqual compares, and are not changed.
type model struct {
	start any
	apply func(state, input any) effect
	name  func(input any) string
	part  func(input any) string // what requests of other parts do not change; nil is one part
}

// done is the effect of a request that happens.
func done(next any, shows func(record object) bool) effect {
	return effect{status: http.StatusOK, next: next, shows: shows}
}

// refused is the effect of a request that changes nothing.
func refused(state any, status int, reason string) effect {
	return effect{status: status, reason: reason, next: state}
}

// lostRaces are the reasons of conflicts with another request that came at the same moment.
var lostRaces = []problem.Reason{problem.WriteRace, problem.TimerChanged}

// step gives the states that may follow. A request without an answer has happened or has not. One that lost a race
// has not.
func (m model) step(state, input, answer any) []any {
	out, e := answer.(output), m.apply(state, input)
	switch {
	case out.Status == 0:
		return []any{state, e.next}
	case out.Status == http.StatusConflict && slices.Contains(lostRaces, problem.Reason(out.Reason)):
		return []any{state}
	case e.also != nil && e.also(out):
		return []any{state}
	case out.Status != e.status:
		return nil
	case out.Status != http.StatusOK:
		if e.reason != "" && e.reason != out.Reason {
			return nil
		}
	case e.shows != nil && !e.shows(out.Record):
		return nil
	}
	return []any{e.next}
}

func (m model) porcupine() porcupine.Model {
	states := porcupine.NondeterministicModel{
		Init: func() []any { return []any{m.start} }, Step: m.step, Equal: reflect.DeepEqual,
	}
	if m.part != nil {
		states.Partition = m.split
	}
	return states.ToModel()
}

// split gives the operations of each part.
func (m model) split(all []porcupine.Operation) [][]porcupine.Operation {
	parts := map[string][]porcupine.Operation{}
	for _, o := range all {
		parts[m.part(o.Input)] = append(parts[m.part(o.Input)], o)
	}
	return slices.Collect(maps.Values(parts))
}

// checkTime bounds one decision of porcupine.
const checkTime = 20 * time.Second

func (m model) explains(all []porcupine.Operation) bool {
	return porcupine.CheckOperationsTimeout(m.porcupine(), all, checkTime) != porcupine.Illegal
}

// check fails the test if no order of the requests explains their answers.
func (m model) check(t testing.TB, h *history) {
	t.Helper()
	switch porcupine.CheckOperationsTimeout(m.porcupine(), h.operations, checkTime) {
	case porcupine.Unknown:
		t.Errorf("seed %d: %d requests are too many to decide", h.seed, len(h.operations))
	case porcupine.Illegal:
		left, forgotten := m.shrink(h.operations)
		t.Errorf("seed %d: no order of %d requests explains these:\n%sEach of these may have happened or not:\n%s", h.seed,
			len(h.operations), m.describe(left), m.describe(forgotten))
		if testing.Verbose() {
			t.Logf("All requests:\n%s", m.describe(h.operations))
		}
	}
}

// describe lists operations in the order of their requests.
func (m model) describe(all []porcupine.Operation) string {
	all = slices.SortedFunc(slices.Values(all), func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
	var text strings.Builder
	for _, o := range all {
		fmt.Fprintf(&text, "%4d to %4d, person %d: %s: %v\n", o.Call, o.Return, o.ClientId, m.name(o.Input), o.Output)
	}
	return text.String()
}
