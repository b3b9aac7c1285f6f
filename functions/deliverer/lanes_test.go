package deliverer_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
)

// together answers only when as many requests as it wants have come, or when no more are left to come.
type together struct {
	mu          sync.Mutex
	wait        *sync.Cond
	now, most   int
	left, wants int
}

func newTogether(wants, left int) *together {
	x := &together{wants: wants, left: left}
	x.wait = sync.NewCond(&x.mu)
	return x
}

func (x *together) answer(w http.ResponseWriter, _ int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.now, x.left = x.now+1, x.left-1
	x.most = max(x.most, x.now)
	x.wait.Broadcast()
	for x.now < x.wants && x.left > 0 && x.most < x.wants {
		x.wait.Wait()
	}
	x.now--
	w.WriteHeader(http.StatusOK)
}

// entries makes a batch of entries, and returns their ids.
func (s *setup) entries(n int) (ids []string) {
	rows := make([]object, n)
	for i := range rows {
		ids = append(ids, string(domain.NewID()))
		rows[i] = object{"id": ids[i], "startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z"}
	}
	s.owner.Post("/api/entries:bulk", object{"items": rows}).OK()
	return ids
}

// A webhook that is behind gets events of different records at the same time, and those of one record in their
// order. The receiver of this test answers only when it has eight requests at once.
func TestAWebhookThatIsBehindHasLanes(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "entry.created", "entry.updated")
	s.to.answerStatus(http.StatusInternalServerError)
	ids := s.entries(90)
	s.later(time.Second)
	if got := s.run(); len(got) != 1 {
		t.Fatalf("%d requests, and the first one failed", len(got))
	}
	changed := map[string]bool{}
	for _, id := range ids[:3] {
		s.owner.Patch("/api/entries/"+id, object{"description": "another"}).OK()
		changed[id] = true
	}
	s.later(5 * time.Second)
	receiver := newTogether(8, 93)
	s.to.answer(receiver.answer)
	got := s.run()
	if len(got) != 93 || receiver.most != 8 {
		t.Fatalf("%d requests, at most %d at the same time", len(got), receiver.most)
	}
	last := map[string]string{}
	for _, m := range got {
		id := m.data()["id"].(string)
		if m.Type == "entry.updated" && last[id] != "entry.created" {
			t.Errorf("%s: %s after %q", id, m.Type, last[id])
		}
		last[id] = m.Type
	}
	for id, name := range last {
		if changed[id] != (name == "entry.updated") {
			t.Errorf("%s: the last event is %s", id, name)
		}
	}
	for _, d := range s.owner.Get(s.path("/deliveries?limit=200")).Items() {
		if d["status"] != "succeeded" {
			t.Errorf("a delivery is %v", d)
		}
	}
	if again := s.run(); len(again) != 0 {
		t.Errorf("%d requests for what was delivered", len(again))
	}
}

// A record that is refused does not keep the others of a round from being delivered, and its own later events
// wait for it. Everything arrives once it is taken again.
func TestAFailureInALaneHoldsItsRecord(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "entry.created", "entry.updated")
	s.to.answerStatus(http.StatusInternalServerError)
	ids := s.entries(60)
	s.later(time.Second)
	s.run()
	s.owner.Patch("/api/entries/"+ids[0], object{"description": "another"}).OK()
	s.later(5 * time.Second)
	s.to.answer(func(w http.ResponseWriter, n int) {
		if n == 2 {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	first := s.run()
	s.to.answer(nil)
	delivered := map[string]int{}
	for range 4 {
		s.later(30 * time.Second)
		for _, m := range s.run() {
			delivered[m.ID]++
		}
	}
	if len(first) < 2 || len(first) > 16 {
		t.Errorf("%d requests until the failure", len(first))
	}
	deliveries := s.owner.Get(s.path("/deliveries?limit=200")).Items()
	if len(deliveries) != len(ids)+1 {
		t.Errorf("%d deliveries, want %d", len(deliveries), len(ids)+1)
	}
	for _, d := range deliveries {
		if d["status"] != "succeeded" {
			t.Errorf("a delivery is %v", d)
		}
	}
	for id, n := range delivered {
		if n != 1 {
			t.Errorf("%s was delivered %d times", id, n)
		}
	}
}

// messagesOf are the types of the messages about a record.
func messagesOf(all []message, record string) string {
	return typesOf(slices.DeleteFunc(all, func(m message) bool { return m.data()["id"] != record }))
}

// A later event of a record waits for an earlier one that was refused, also while earlier events of other records are
// sent at once.
func TestALaterEventWaitsInItsLane(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "entry.created", "entry.updated")
	s.to.answerStatus(http.StatusInternalServerError)
	read := func() []message {
		s.later(time.Second)
		return s.run()
	}
	var last string
	for range 2 { // all four events wait in this order, before those of the others
		last = s.entries(1)[0]
		read()
		s.owner.Patch("/api/entries/"+last, object{"description": "another"}).OK()
		read()
	}
	s.entries(60)
	read()
	s.later(time.Minute)
	s.to.refuseFirst(last)
	if got := messagesOf(s.run(), last); got != "entry.created" {
		t.Errorf("sent %s of the record whose first event was refused", got)
	}
	s.later(5 * time.Second)
	if got := messagesOf(s.run(), last); got != "entry.created entry.updated" {
		t.Errorf("sent %s after the refusal", got)
	}
}

// refuseFirst refuses the first message about a record, and takes all others.
func (r *receiver) refuseFirst(record string) {
	var once sync.Once
	r.answer(func(w http.ResponseWriter, n int) {
		r.mu.Lock()
		m := r.got[n-1]
		r.mu.Unlock()
		if m.data()["id"] == record {
			once.Do(func() { w.WriteHeader(http.StatusInternalServerError) })
		}
	})
}
