package submissions_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain/timesheets"
)

// isFinalWrite picks the write that makes a large submission count: the only one that
// is neither the first nor a chunk of claims.
func isFinalWrite(a testkit.Attempt) bool {
	in, ok := a.Input.(*dynamodb.TransactWriteItemsInput)
	if !ok {
		return false
	}
	return slices.ContainsFunc(in.TransactItems, func(w types.TransactWriteItem) bool {
		return w.Put != nil && strings.HasPrefix(testkit.TextOf(w.Put.Item["sk"]), "LINES#")
	})
}

// A maker who took too long finds that their last write does not count.
func TestLargeSubmissionAfterItsLease(t *testing.T) {
	t.Parallel()
	interruptions := map[string]func(t *testing.T, s *fixture){
		"an entry was taken back": func(t *testing.T, s *fixture) {
			s.user.Clock.Advance(timesheets.RoundLease)
			s.user.Patch("/api/entries/"+s.entries[7], object{"description": "mine"}).OK()
		},
		"an entry was deleted": func(t *testing.T, s *fixture) {
			s.user.Clock.Advance(timesheets.RoundLease)
			s.user.Delete("/api/entries/" + s.entries[7]).OK()
		},
		"the worker came": func(t *testing.T, s *fixture) {
			s.user.Clock.Advance(2 * timesheets.RoundLease)
			s.user.RunWorker()
		},
		"they tried again": func(t *testing.T, s *fixture) {
			s.user.Clock.Advance(timesheets.RoundLease)
			s.submitOrResubmit().OK()
		},
		"they tried again and withdrew": func(t *testing.T, s *fixture) {
			s.user.Clock.Advance(timesheets.RoundLease)
			id := s.submitOrResubmit().ID()
			s.user.Post(pathSubmissions+"/"+id+"/withdraw", nil).OK()
		},
		"a timer was started": func(t *testing.T, s *fixture) {
			s.user.Post("/api/timers/start", object{"startedAt": "2026-06-09T09:00:00Z"}).OK()
		},
	}
	for name, happens := range interruptions {
		for _, again := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, again %t", name, again), func(t *testing.T) {
				t.Parallel()
				s := newLargeFixture(apitest.New(t))
				if again {
					s.submitAndReject()
				}
				s.user.Probe.Inject(testkit.Fault{Where: isFinalWrite,
					Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
						if n := checkInvariants(t, s.user.Service).countLocked(); n != 0 {
							t.Errorf("%d entries are locked before the last write", n)
						}
						happens(t, s)
						return exchange(r)
					}})
				s.submitOrResubmit().Problem(409, "conflict")
				l := checkInvariants(t, s.user.Service)
				l.checkShown(t, s.user)
				if want := map[bool]int{true: largeCount, false: 0}[name == "they tried again"]; l.countLocked() != want ||
					l.countUnfinished() != 0 {
					t.Errorf("%d entries are locked, want %d; %d rounds in the making", l.countLocked(), want, l.countUnfinished())
				}
			})
		}
	}
}

// A submission that is decided on while its resubmission is being made wins.
func TestDecisionBeatsResubmission(t *testing.T) {
	t.Parallel()
	s := newLargeFixture(apitest.New(t)).submit()
	for project, l := range linesByProject(s.user.Get(pathSubmissions + "/" + s.id).OK()) {
		if project == "" { // 10 of the entries
			s.user.Post(linePath(l)+"/reject", nil).OK()
		}
	}
	approve := pathSubmissions + "/" + s.id + "/approve-all"
	for i := range 3 {
		track(s.user, 8+i%7, 5, nil)
	}
	s.user.Probe.Inject(testkit.Fault{Where: isFinalWrite,
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			s.user.Post(approve, nil).OK()
			return exchange(r)
		}})
	s.submitOrResubmit().Problem(409, "conflict")
	checkInvariants(t, s.user.Service).checkShown(t, s.user)
	s.submitOrResubmit().OK()
	if l := checkInvariants(t, s.user.Service); l.countLocked() != len(l.entries) {
		t.Errorf("%d of %d entries are locked", l.countLocked(), len(l.entries))
	}
}
