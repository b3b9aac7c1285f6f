package submissions_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions/apitest"
	"stint/shared/domain"
	"stint/shared/testkit"
)

// last picks the write that makes a large submission count: the only one that
// is neither the first nor a chunk of claims.
func last(a testkit.Attempt) bool {
	in, ok := a.Input.(*dynamodb.TransactWriteItemsInput)
	if !ok {
		return false
	}
	return slices.ContainsFunc(in.TransactItems, func(w types.TransactWriteItem) bool {
		return w.Put != nil && strings.HasPrefix(textOf(w.Put.Item, "sk"), "LINES#")
	})
}

// A maker who took too long finds that their last write does not count.
func TestMakersComeTooLate(t *testing.T) {
	t.Parallel()
	meanwhile := map[string]func(t *testing.T, s *scene){
		"an entry was taken back": func(t *testing.T, s *scene) {
			s.p.Clock.Advance(domain.BuildLease)
			s.p.Patch("/api/entries/"+s.entries[7], object{"description": "mine"}).OK()
		},
		"an entry was deleted": func(t *testing.T, s *scene) {
			s.p.Clock.Advance(domain.BuildLease)
			s.p.Delete("/api/entries/" + s.entries[7]).OK()
		},
		"the worker came": func(t *testing.T, s *scene) {
			s.p.Clock.Advance(2 * domain.BuildLease)
			s.p.Deliver()
		},
		"they tried again": func(t *testing.T, s *scene) { s.request().OK() },
		"they tried again and withdrew": func(t *testing.T, s *scene) {
			id := s.request().ID()
			s.p.Post(all+"/"+id+"/withdraw", nil).OK()
		},
		"a timer was started": func(t *testing.T, s *scene) {
			s.p.Post("/api/timers/start", object{"startedAt": "2026-06-09T09:00:00Z"}).OK()
		},
	}
	for name, happens := range meanwhile {
		for _, again := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, again %t", name, again), func(t *testing.T) {
				t.Parallel()
				s := many(apitest.New(t))
				if again {
					s.rejected()
				}
				s.p.Probe.Inject(testkit.Fault{Where: last, Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
					if n := always(t, s.p.House).locked(); n != 0 {
						t.Errorf("%d entries are locked before the last write", n)
					}
					happens(t, s)
					return exchange(r)
				}})
				s.request().Problem(409, "conflict")
				l := always(t, s.p.House)
				l.agrees(t, s.p)
				if want := map[bool]int{true: large, false: 0}[name == "they tried again"]; l.locked() != want || l.making() != 0 {
					t.Errorf("%d entries are locked, want %d; %d rounds in the making", l.locked(), want, l.making())
				}
			})
		}
	}
}

// A submission that is decided on while its resubmission is being made wins.
func TestDecisionsEndResubmissions(t *testing.T) {
	t.Parallel()
	s := many(apitest.New(t)).submitted()
	for project, l := range lines(s.p.Get(all + "/" + s.id).OK()) {
		if project == "" { // 72 of the entries
			s.p.Post(linePath(l)+"/reject", nil).OK()
		}
	}
	approve := all + "/" + s.id + "/approve-all"
	for i := range 25 {
		track(s.p, 8+i%7, 5, nil)
	}
	s.p.Probe.Inject(testkit.Fault{Where: last, Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		s.p.Post(approve, nil).OK()
		return exchange(r)
	}})
	s.request().Problem(409, "conflict")
	always(t, s.p.House).agrees(t, s.p)
	s.request().OK()
	if l := always(t, s.p.House); l.locked() != len(l.entries) {
		t.Errorf("%d of %d entries are locked", l.locked(), len(l.entries))
	}
}
