package submissions_test

import (
	"fmt"
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/problem"
)

// Who submits again while the first request is still at it is told so at once. The
// first request is not stopped.
func TestSubmittingAgainDoesNotStopTheFirst(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		s := newLargeFixture(apitest.New(t))
		if again {
			s.submitAndReject()
		}
		s.user.Probe.Inject(testkit.Fault{Where: isFinalWrite,
			Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
				before := s.user.Probe.Snapshot()
				s.submitOrResubmit().Conflict(problem.RequestRunning)
				if writes := s.user.Probe.Snapshot().Minus(before).Write; writes != 0 {
					t.Errorf("again %t: %.1f write units", again, writes)
				}
				return exchange(r)
			}})
		s.submitOrResubmit().OK()
		if l := checkInvariants(t, s.user.Service); l.countLocked() != largeCount || l.countUnfinished() != 0 {
			t.Errorf("again %t: %d entries are locked", again, l.countLocked())
		}
	}
}

// Of one person's requests at the same time one submits, and the others are told why
// they do not. Those of other people all submit.
func TestLargeSubmissionsSideBySide(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	people := []*fixture{newLargeFixture(api), newLargeFixtureOf(api.Register("otto")),
		newLargeFixtureOf(api.Register("ole"))}
	for round := range 3 {
		answers := make([]*apitest.Answer, 4+len(people)-1)
		testkit.Race(t, len(answers), func(i int) { answers[i] = people[max(0, i-3)].submitOrResubmit() })
		made := 0
		for i, a := range answers {
			switch {
			case a.Status == 200:
				made++
			case i > 3:
				t.Errorf("round %d: request %d: %d\n%s", round, i, a.Status, a.Body)
			default:
				a.Problem(409, "conflict")
			}
		}
		l := checkInvariants(t, api)
		if made != len(people) || l.countUnfinished() != 0 || l.countLocked() != largeCount*made {
			t.Errorf("round %d: %d submitted, %d entries are locked", round, made, l.countLocked())
		}
		for i, a := range answers {
			if a.Status == 200 {
				people[max(0, i-3)].user.Post(pathSubmissions+"/"+a.ID()+"/withdraw", nil).OK()
			}
		}
	}
}

// A request that fails leaves nothing that its user would have to wait for.
func TestLargeSubmissionEndsItsRoundAfterAFailure(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		for writes := range 3 {
			t.Run(fmt.Sprintf("again %t, after %d writes", again, writes), func(t *testing.T) {
				t.Parallel()
				s := newLargeFixture(apitest.New(t))
				if again {
					s.submitAndReject()
				}
				s.user.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Where: testkit.Writes,
					Skip: 1 + writes, WholeCall: true})
				first := s.submitOrResubmit()
				if s.user.Probe.Reset(); first.Status == 503 && writes < 2 {
					s.submitOrResubmit().OK()
				}
				if l := checkInvariants(t, s.user.Service); l.countLocked() != largeCount || l.countUnfinished() != 0 {
					t.Errorf("%d: %d entries are locked", first.Status, l.countLocked())
				}
			})
		}
	}
}
