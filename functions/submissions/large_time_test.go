package submissions_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/dynamo"
)

// isClaim picks the writes that claim entries of a large submission.
func isClaim(a testkit.Attempt) bool {
	in, ok := a.Input.(*dynamodb.TransactWriteItemsInput)
	return ok && in.TransactItems[0].Update != nil &&
		strings.HasPrefix(testkit.TextOf(in.TransactItems[0].Update.Key["sk"]), "E#")
}

// wantTooSlow checks that the user learns what to do.
func wantTooSlow(t *testing.T, a *apitest.Answer) {
	t.Helper()
	p := a.Problem(503, "service_unavailable")
	if after := a.Header.Get("Retry-After"); after != "10" ||
		!strings.Contains(p["detail"].(string), "submit a shorter period") {
		t.Errorf("Retry-After %q, %v", after, p["detail"])
	}
}

// A submission that takes too long ends in time, whatever takes so long, and says what to
// do. It leaves nothing that its user would have to wait for.
func TestSubmittingEndsInTime(t *testing.T) {
	t.Parallel()
	slow := map[string]testkit.Fault{
		"read":        {Where: testkit.OnIndexes(dynamo.IndexLSK)},
		"first write": {Where: testkit.Writes},
		"claims":      {Where: isClaim},
		"last write":  {Where: isFinalWrite},
	}
	for name, fault := range slow {
		for _, again := range []bool{false, true} {
			fault := fault // each test changes its own
			t.Run(fmt.Sprint(name, ", again ", again), func(t *testing.T) {
				t.Parallel()
				s := newLargeFixture(apitest.New(t))
				if again {
					s.submitAndReject()
				}
				usual := s.user.Deps.Store.SubmitTime
				s.user.Deps.Store.SubmitTime = 500 * time.Millisecond
				fault.Effect, fault.WholeCall = testkit.Hold(nil), true // never sent
				s.user.Probe.Inject(fault)
				wantTooSlow(t, s.submitOrResubmit())
				s.user.Probe.Reset()
				s.user.Deps.Store.SubmitTime = usual
				s.submitOrResubmit().OK()
				if l := checkInvariants(t, s.user.Service); l.countLocked() != largeCount || l.countUnfinished() != 0 {
					t.Errorf("%d entries are locked", l.countLocked())
				}
			})
		}
	}
}

// isBeginning picks the write that begins a large submission.
func isBeginning(a testkit.Attempt) bool {
	in, ok := a.Input.(*dynamodb.TransactWriteItemsInput)
	return ok && slices.ContainsFunc(in.TransactItems,
		func(w types.TransactWriteItem) bool { return w.Put != nil && w.Put.Item["build"] != nil })
}

// While one large submission claims its entries, no other one begins. One that gets no turn
// in time ends.
func TestLargeSubmissionsWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	first, second := newLargeFixture(api), newLargeFixtureOf(api.Register("otto"))
	usual := api.Deps.Store.SubmitTime
	begun := api.Probe.Inject(testkit.Fault{Where: isBeginning, Times: testkit.Always,
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			return exchange(r)
		}})
	api.Probe.Inject(testkit.Fault{Where: isClaim,
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			api.Deps.Store.SubmitTime = 500 * time.Millisecond // of the second only
			wantTooSlow(t, second.submitOrResubmit())
			api.Deps.Store.SubmitTime = usual
			if begun.Hits() != 1 {
				t.Errorf("%d submissions have begun", begun.Hits())
			}
			return exchange(r)
		}})
	first.submitOrResubmit().OK()
	second.submitOrResubmit().OK()
	if l := checkInvariants(t, api); l.countLocked() != 2*largeCount || l.countUnfinished() != 0 {
		t.Errorf("%d entries are locked", l.countLocked())
	}
}

// A large submission of 300 entries needs three transactions for its claims, and 5 write
// units for each: 2 of the table and one of each of the three indexes of entries. It reads
// the entries once.
func TestCostOfALargeSubmission(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	trackInJune(t, owner, 300, 4)
	before := api.Probe.Snapshot()
	owner.Post(pathSubmissions, firstHalfOfJune).OK()
	cost := api.Probe.Snapshot().Minus(before)
	most := map[string]int{"BatchGetItem": 3, "Query": 2, "TransactWriteItems": 2 + 3}
	for op, n := range cost.Calls {
		if n > most[op] {
			t.Errorf("%d calls of %s, at most %d", n, op, most[op])
		}
	}
	if cost.Write > 5*300+25 || cost.Read > 60 {
		t.Errorf("%.1f write and %.1f read units", cost.Write, cost.Read)
	}
}

// As many claims as fit into one transaction with everything else that a submission may write need one; one more needs
// another for itself, one that begins, and one that finishes.
func TestClaimsInOneWrite(t *testing.T) {
	t.Parallel()
	for entries, writes := range map[int]int{90: 1, 91: 3} {
		m := newTeam(t)
		like := track(m.submitter, 1, 10, object{"projectId": m.site})
		insertCopies(t, m.Service, like, entries-1, func(int, map[string]types.AttributeValue) {})
		before := m.Probe.Snapshot()
		m.submitter.With("Idempotency-Key", "large").Post(pathSubmissions, firstHalfOfJune).OK()
		if n := m.Probe.Snapshot().Minus(before).Calls["TransactWriteItems"]; n != writes {
			t.Errorf("%d entries: %d transactions, want %d", entries, n, writes)
		}
	}
}
