package submissions_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
)

// Large submissions are made while their entries are changed, deleted and submitted
// a second time. At most one submission counts, its totals are those of its entries,
// and every change that was answered with 200 is there.
func TestLargeSubmissionsUnderRace(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	s := newLargeFixture(api)
	for round := range 6 {
		text := fmt.Sprint("round ", round)
		status, changed := make([]int, 6), make([]string, 6)
		testkit.Race(t, len(status), func(i int) {
			entry := "/api/entries/" + s.entries[(round*7+i*19)%(len(s.entries)-1)]
			switch i {
			case 0, 1:
				status[i] = s.submitOrResubmit().Status
			case 2:
				status[i] = s.user.Delete("/api/entries/" + s.entries[len(s.entries)-1]).Status
			default:
				status[i] = s.user.Patch(entry, object{"description": text}).Status
				changed[i] = entry
			}
		})
		if status[2] == 200 {
			s.entries = s.entries[:len(s.entries)-1]
		}
		l := checkInvariants(t, api)
		for i, entry := range changed {
			if entry != "" && status[i] == 200 && s.user.Get(entry).OK()["description"] != text {
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
		for _, x := range l.submissions {
			if x.IsOpen() {
				live[x.ID] = true
			}
		}
		if len(live) != made || made > 1 || l.countUnfinished() != 0 || l.countLocked() != made*len(s.entries) {
			t.Errorf("round %d: %v made %d submissions, %d rounds in the making, %d of %d entries locked", round, status,
				len(live), l.countUnfinished(), l.countLocked(), len(s.entries))
		}
		for id := range live {
			s.user.Post(pathSubmissions+"/"+string(id)+"/withdraw", nil).OK()
		}
	}
}

// A key leads to what was made under it, also where the answer was lost, and
// to a new try where nothing was made.
func TestLargeSubmissionWithAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	s := newLargeFixture(api)
	send := func() *apitest.Answer {
		return s.user.With("Idempotency-Key", "large").Post(pathSubmissions, submittedWeek)
	}
	s.failAfterWrites(t, 2)
	send().Problem(503, "service_unavailable")
	api.Probe.Reset()
	api.Clock.Advance(timesheets.RoundLease)
	api.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Where: isFinalWrite, WholeCall: true})
	lost := send() // the write was applied, so the remembered answer is found after the failure
	if lost.OK()["id"] == nil || lost.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("replayed after the lost answer: %v\n%s", lost.Header, lost.Body)
	}
	api.Probe.Reset()
	answer := send()
	if answer.ID() != lost.ID() {
		t.Errorf("a second submission %s, want %s", answer.ID(), lost.ID())
	}
	if id := answer.ID(); answer.Header.Get("Idempotency-Replayed") != "true" || lockedBy(s.user, s.entries[0]) != id {
		t.Errorf("replayed: %v\n%s", answer.Header, answer.Body)
	}
	if l := checkInvariants(t, api); len(l.submissions) != 1 || l.countLocked() != largeCount {
		t.Errorf("%d submissions, %d entries locked", len(l.submissions), l.countLocked())
	}
}
