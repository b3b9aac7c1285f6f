package submissions_test

import (
	"fmt"
	"testing"

	"stint/functions/apitest"
	"stint/shared/domain"
	"stint/shared/testkit"
)

// Large submissions are made while their entries are changed, deleted and
// submitted a second time: one of them counts at most, it counts what is in
// it, and whoever was told that a change was made finds it made.
func TestLargeSubmissionsUnderRace(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	s := many(h)
	for round := range 6 {
		text := fmt.Sprint("round ", round)
		status, changed := make([]int, 6), make([]string, 6)
		testkit.Race(t, len(status), func(i int) {
			entry := "/api/entries/" + s.entries[(round*7+i*19)%(len(s.entries)-1)]
			switch i {
			case 0, 1:
				status[i] = s.request().Status
			case 2:
				status[i] = s.p.Delete("/api/entries/" + s.entries[len(s.entries)-1]).Status
			default:
				status[i] = s.p.Patch(entry, object{"description": text}).Status
				changed[i] = entry
			}
		})
		if status[2] == 200 {
			s.entries = s.entries[:len(s.entries)-1]
		}
		l := always(t, h)
		for i, entry := range changed {
			if entry != "" && status[i] == 200 && s.p.Get(entry).OK()["description"] != text {
				t.Errorf("round %d: the change of %s is lost", round, entry)
			}
		}
		made := 0
		for i, code := range status {
			if code != 200 && code != 409 {
				t.Errorf("round %d: %v", round, status)
			}
			if i < 2 && code == 200 {
				made++
			}
		}
		live := map[domain.ID]bool{}
		for _, x := range l.heads {
			if x.Open() {
				live[x.ID] = true
			}
		}
		if len(live) != made || made > 1 || l.making() != 0 || l.locked() != made*len(s.entries) {
			t.Errorf("round %d: %v made %d submissions, %d rounds in the making, %d of %d entries locked", round, status, len(live), l.making(), l.locked(), len(s.entries))
		}
		for id := range live {
			s.p.Post(all+"/"+string(id)+"/withdraw", nil).OK()
		}
	}
}

// A key leads to what was made under it, also where the answer was lost, and
// to a new try where nothing was made.
func TestLargeSubmissionWithAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	s := many(h)
	send := func() *apitest.Answer {
		return h.Send(apitest.Request{Method: "POST", Path: all, Body: week, Bearer: s.p.Token, Header: map[string]string{"Idempotency-Key": "large"}})
	}
	s.dieAfter(t, 2)
	send().Problem(503, "service_unavailable")
	h.Probe.Reset()
	h.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Where: last, WholeCall: true})
	send().Problem(503, "service_unavailable")
	h.Probe.Reset()
	answer := send()
	if id := answer.ID(); answer.Header.Get("Idempotency-Replayed") != "true" || locked(s.p, s.entries[0]) != id {
		t.Errorf("replayed: %v\n%s", answer.Header, answer.Body)
	}
	if l := always(t, h); len(l.heads) != 1 || l.locked() != large {
		t.Errorf("%d submissions, %d entries locked", len(l.heads), l.locked())
	}
}
