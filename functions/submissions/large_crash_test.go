package submissions_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/boot"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
)

// largeCount is how many entries the makers of large submissions have here: two
// chunks of claims.
const (
	claimsInChunk = 10
	largeCount    = claimsInChunk + 2
)

// shrinkRounds makes rounds of few entries large. TestLargestSubmission has the real bounds.
func shrinkRounds(api *apitest.Service) *apitest.Service {
	api.Adjust(func(d *boot.Deps) { d.Store.MaxOneWrite, d.Store.MaxClaims = claimsInChunk-1, claimsInChunk })
	return api
}

// failAfterWrites lets so many writes through; whoever makes the next one never comes
// back.
func (s *fixture) failAfterWrites(t *testing.T, writes int) {
	t.Helper()
	s.user.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.Writes,
		Skip: writes, Times: testkit.Always, WholeCall: true})
}

// newLargeFixture is the scene with a large number of entries, 2 lines of them.
func newLargeFixture(api *apitest.Service) *fixture {
	return newLargeFixtureOf(shrinkRounds(api).Register("olga"))
}

func newLargeFixtureOf(user *apitest.User) *fixture {
	s := newFixtureOf(user, 4)
	s.addEntries(largeCount - 4)
	s.entries = entryIDs(s.user)
	return s
}

// addEntries makes so many entries more.
func (s *fixture) addEntries(n int) {
	var items []object
	for i := range n {
		items = append(items, object{
			"id": fmt.Sprintf("0197f5a0-0000-7000-9000-%012d", i), "startedAt": fmt.Sprintf("2026-06-%02dT11:00:00Z", 8+i%7),
			"stoppedAt": "2026-06-14T12:00:00Z",
		})
	}
	for part := range slices.Chunk(items, 100) {
		s.user.Post("/api/entries:bulk", object{"items": part}).OK()
	}
}

func entryIDs(p *apitest.User) (all []string) {
	for _, e := range p.Get("/api/entries?limit=200&user_id=" + p.ID).Items() {
		all = append(all, e["id"].(string))
	}
	return all
}

// submitAndReject is the scene with everything in a submission that was rejected.
func (s *fixture) submitAndReject() *fixture {
	s.submit()
	for _, l := range s.user.Get(pathSubmissions + "/" + s.id).OK()["lines"].([]any) {
		s.user.Post(linePath(l.(object))+"/reject", nil).OK()
	}
	return s
}

// submitOrResubmit submits, or resubmits what was rejected.
func (s *fixture) submitOrResubmit() *apitest.Answer {
	if s.id != "" {
		return s.user.Post(pathSubmissions+"/"+s.id+"/resubmit", nil)
	}
	return s.user.Post(pathSubmissions, submittedWeek)
}

// findClaimed picks an entry that a round in the making has claimed; "" is none.
func (l *tableState) findClaimed() string {
	for _, e := range l.entries {
		if e.Stamp != nil {
			if s := l.submissions[e.Stamp.SubmissionID]; s.RoundInProgress != nil && s.RoundInProgress.Round == e.Stamp.Round {
				return string(e.ID)
			}
		}
	}
	return ""
}

func (l *tableState) countUnfinished() (n int) {
	for _, s := range l.submissions {
		if s.RoundInProgress != nil {
			n++
		}
	}
	return n
}

// countLocked is how many entries are.
func (l *tableState) countLocked() (n int) {
	for _, e := range l.entries {
		if l.lockedBy(e) != "" {
			n++
		}
	}
	return n
}

const caseEntriesAreChanged = "the entries are wanted"

// afterCrash is what happens once the maker of a submission has died.
var afterCrash = map[string]func(t *testing.T, s *fixture){
	caseEntriesAreChanged: func(t *testing.T, s *fixture) {
		entry := checkInvariants(t, s.user.Service).findClaimed()
		if entry == "" {
			s.user.Clock.Advance(timesheets.RoundLease)
			return
		}
		bulk := object{"items": []object{{"id": entry, "description": "mine"}}}
		s.user.Clock.Advance(timesheets.RoundLease - time.Second)
		s.user.Patch("/api/entries/"+entry, object{"description": "mine"}).Problem(409, "conflict")
		s.user.Delete("/api/entries/"+entry).Problem(409, "conflict")
		s.user.Post("/api/entries:bulk", bulk).Problem(409, "conflict")
		wantFields(t, "claimed", s.user.Patch("/api/entries/"+entry, nil).OK(), object{"is_locked": false, "version": 1})
		s.user.Clock.Advance(time.Second)
		if s.id == "" {
			wantFields(t, "taken back", s.user.Patch("/api/entries/"+entry, object{"description": "mine"}).OK(),
				object{"is_locked": false, "version": 2})
		} else {
			wantFields(t, "taken back by a batch", s.user.Post("/api/entries:bulk", bulk).Items()[0],
				object{"is_locked": false, "version": 2})
		}
		if n := checkInvariants(t, s.user.Service).countUnfinished(); n != 0 {
			t.Errorf("%d rounds are still being made", n)
		}
	},
	"the worker comes": func(t *testing.T, s *fixture) {
		s.user.Clock.Advance(timesheets.RoundLease + time.Second)
		s.user.RunWorker()
		s.user.Clock.Advance(timesheets.RoundLease)
		s.user.RunWorker()
		if n := checkInvariants(t, s.user.Service).countUnfinished(); n != 0 {
			t.Errorf("%d rounds are still being made", n)
		}
	},
	"they try again at once": func(t *testing.T, s *fixture) {
		if checkInvariants(t, s.user.Service).countUnfinished() == 0 {
			return
		}
		s.user.Clock.Advance(timesheets.RoundLease - time.Second)
		s.submitOrResubmit().Conflict(problem.RequestRunning)
		s.user.Clock.Advance(time.Second)
	},
}

// Wherever the maker of a large submission dies, nobody sees half of one,
// nothing of it is locked, its entries are free after the lease at the latest,
// and the next try succeeds. There are four writes: the beginning, two chunks
// of claims, and the one that makes it count.
func TestLargeSubmissionCrashes(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		for writes := range 4 {
			for after, then := range afterCrash {
				if after != caseEntriesAreChanged && writes%2 == 0 {
					continue // as far as they go, it is the same as one write later
				}
				t.Run(fmt.Sprintf("%s, again %t, after %d writes", after, again, writes), func(t *testing.T) {
					t.Parallel()
					testCrash(t, then, again, writes, after == caseEntriesAreChanged && writes > 0 && again)
				})
			}
		}
	}
}

// A process that dies after the last write has submitted, even if its caller got no
// response.
func TestLargeSubmissionCrashesAfterLastWrite(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		s := newLargeFixture(apitest.New(t))
		if again {
			s.submitAndReject()
		}
		s.user.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Where: isFinalWrite,
			WholeCall: true})
		s.failAfterWrites(t, 4)
		s.submitOrResubmit().Problem(503, "service_unavailable")
		s.user.Probe.Reset()
		s.user.Clock.Advance(5 * time.Minute)
		s.user.RunWorker()
		if l := checkInvariants(t, s.user.Service); l.countLocked() != largeCount || l.countUnfinished() != 0 {
			t.Errorf("again %t: %d entries are locked", again, l.countLocked())
		}
		s.submitOrResubmit().Problem(409, "conflict")
	}
}

// testCrash lets a maker die before a write, or after it without having heard of it.
func testCrash(t *testing.T, then func(t *testing.T, s *fixture), again bool, writes int, lost bool) {
	s := newLargeFixture(apitest.New(t))
	if again {
		s.submitAndReject()
	}
	before := checkInvariants(t, s.user.Service)
	if lost {
		s.user.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Where: testkit.Writes,
			Skip: writes - 1, WholeCall: true})
	}
	s.failAfterWrites(t, writes)
	answer := s.submitOrResubmit()
	s.user.Probe.Reset()
	answer.Problem(503, "service_unavailable")
	if l := checkInvariants(t, s.user.Service); l.countLocked() != 0 ||
		len(s.user.Get(pathSubmissions).Items()) != len(before.submissions) {
		t.Fatalf("%d entries are locked by who died", l.countLocked())
	}
	then(t, s)
	made := s.submitOrResubmit().OK()
	if l := checkInvariants(t, s.user.Service); l.countLocked() != len(s.entries) || l.countUnfinished() != 0 ||
		len(l.submissions) != 1 {
		t.Errorf("%d of %d entries are locked, %d rounds in the making, %d submissions", l.countLocked(), len(s.entries),
			l.countUnfinished(), len(l.submissions))
	}
	want := []string{"submitted"}
	if again {
		want = append(want, "line_rejected", "line_rejected", "resubmitted")
	}
	if got := eventTypes(s.user, made["id"].(string)); !slices.Equal(got, want) {
		t.Errorf("history %v, want %v", got, want)
	}
}
