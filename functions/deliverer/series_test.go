package deliverer_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/apitest"
	"stint/internal/testkit/awsrules"
)

// tags makes tags, and returns their events.
func (s *setup) tags(n int) string {
	var want []string
	for i := range n {
		s.tag(fmt.Sprint("t", i))
		want = append(want, fmt.Sprint("tag.created t", i))
	}
	s.later(time.Second)
	return strings.Join(want, ", ")
}

// namesOf are the events and tags of messages, with those that came again.
func namesOf(all []message) string {
	var names []string
	for _, m := range all {
		names = append(names, fmt.Sprint(m.Type, " ", m.data()["record"].(object)["name"]))
	}
	return strings.Join(names, ", ")
}

// transactions counts the writes of several items that a run makes.
func (s *setup) transactions(run func()) int {
	s.Probe.Reset()
	run()
	return s.Probe.Snapshot().Calls["TransactWriteItems"]
}

// What became of ten deliveries is written together.
func TestResultsOfASeriesAreWrittenTogether(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	want := s.tags(20)
	var got string
	if n := s.transactions(func() { got = namesOf(s.run()) }); n != 1+2 {
		t.Errorf("%d transactions, want one for the feed and two for the results", n)
	}
	if got != want {
		t.Errorf("received %s", got)
	}
	for _, d := range s.deliveries() {
		if d["status"] != "succeeded" || d["attempts"] != 1.0 {
			t.Errorf("the delivery is %v", d)
		}
	}
}

// A row ends with the first delivery that fails, so that the order holds.
func TestARowEndsWithAFailure(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.to.answer(func(w http.ResponseWriter, n int) {
		if n == 3 {
			w.WriteHeader(http.StatusBadGateway)
		}
	})
	s.tags(5)
	if got := namesOf(s.run()); got != "tag.created t0, tag.created t1, tag.created t2" {
		t.Errorf("received %s", got)
	}
	s.to.answer(nil)
	s.later(5 * time.Second)
	if got := namesOf(s.run()); got != "tag.created t2, tag.created t3, tag.created t4" {
		t.Errorf("received %s", got)
	}
}

// A row takes no longer than a second, and then the webhook is read again: one that is switched off meanwhile is sent
// nothing more.
func TestARowIsShort(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.to.answer(func(_ http.ResponseWriter, n int) {
		s.Clock.Advance(400 * time.Millisecond)
		if n == 1 {
			s.owner.Patch(s.path(""), object{"isActive": false}).OK()
		}
	})
	s.tags(9)
	if got := namesOf(s.run()); got != "tag.created t0, tag.created t1, tag.created t2" {
		t.Errorf("received %s", got)
	}
}

// A usual delivery has less than 1 KB, so that each write of it is one unit, in the table and in the index.
func TestAUsualDeliveryIsOneUnit(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	project := s.owner.Post("/api/projects", object{"name": "Bridge"}).ID()
	s.later(time.Second)
	s.run()
	largest := 0
	s.Probe.Watch(func(input, _ any, _ error) {
		if in, ok := input.(*dynamodb.TransactWriteItemsInput); ok {
			for _, action := range in.TransactItems {
				if action.Put != nil && action.Put.Item["body"] != nil {
					largest = max(largest, awsrules.ItemSize(action.Put.Item))
				}
			}
		}
	})
	text := "Meeting with the builders of the bridge on what is left to do until the end of the year"
	id := s.owner.Post("/api/timers/start", object{"description": text, "projectId": project}).ID()
	s.owner.Post("/api/timers/"+id+"/stop", nil).OK()
	s.later(time.Second)
	if got := typesOf(s.run()); got != "timer.started timer.stopped" {
		t.Errorf("received %s", got)
	}
	if largest == 0 || largest > 1024 {
		t.Errorf("a delivery has %d bytes", largest)
	}
}
