package entries_test

import (
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// In every round two batches claim the same time. One of them must fail.
func TestBulkOverlapUnderRace(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	forbidOverlap(owner)
	for round := range 10 {
		status := make([]int, 2)
		testkit.Race(t, 2, func(i int) {
			status[i] = sendBulk(owner, newRow(round*2+i, clock(round, 0), clock(round, 30+i))).Status
		})
		if !(status[0] == 200 && status[1] == 422) && !(status[0] == 422 && status[1] == 200) {
			t.Errorf("round %d: %v, want one 200 and one 422", round, status)
		}
	}
	if got := len(owner.Get("/api/entries?user_id=" + owner.ID).Items()); got != 10 {
		t.Errorf("%d entries, want 10", got)
	}
}

// Batches that claim different times all succeed, although they share a guard.
func TestBulkAdjacentEntriesUnderRace(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	forbidOverlap(owner)
	testkit.Race(t, 3, func(i int) {
		if got := sendBulk(owner, newRow(i, clock(i, 0), clock(i+1, 0))); got.Status != http.StatusOK {
			t.Errorf("batch %d: %d\n%s", i, got.Status, got.Body)
		}
	})
}

// Of two batches that change the same entries, one has its whole effect and the
// other none.
func TestBulkConflictsUnderRace(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	sendBulk(owner, newRows(20)...).OK()
	for version := 1.0; version <= 10; version++ {
		status := make([]int, 2)
		testkit.Race(t, 2, func(i int) {
			rows := make([]row, 20)
			for n := range rows {
				at := n
				if i == 1 {
					at = 19 - n
				}
				rows[n] = row{"id": rowID(at), "description": map[int]string{0: "left", 1: "right"}[i] + clock(int(version), 0),
					"version": version}
			}
			status[i] = sendBulk(owner, rows...).Status
		})
		if !(status[0] == 200 && status[1] == 409) && !(status[0] == 409 && status[1] == 200) {
			t.Fatalf("version %v: %v, want one 200 and one 409", version, status)
		}
		seen := map[any]bool{}
		for _, e := range owner.Get("/api/entries?limit=200&user_id=" + owner.ID).Items() {
			seen[e["description"]] = true
			if e["version"] != version+1 {
				t.Fatalf("entry %v, want version %v", e, version+1)
			}
		}
		if len(seen) != 1 {
			t.Fatalf("version %v: descriptions %v, want one", version, seen)
		}
	}
}

// The same new batch sent several times at once creates its entries once. The
// others fail with a conflict, and succeed when they are sent again.
func TestBulkSentTwiceAtOnce(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	testkit.Race(t, 4, func(int) {
		if got := sendBulk(owner, newRows(30)...).Status; got != http.StatusOK && got != http.StatusConflict {
			t.Errorf("%d, want 200 or 409", got)
		}
	})
	for _, e := range sendBulk(owner, newRows(30)...).Items() {
		if e["version"] != 1.0 {
			t.Errorf("entry %v, want version 1", e)
		}
	}
	if got := len(owner.Get("/api/entries?limit=200&user_id=" + owner.ID).Items()); got != 30 {
		t.Errorf("%d entries, want 30", got)
	}
}

// beforeRead does something between authentication and the reading of what the
// batch names.
func beforeRead(api *apitest.Service, do func()) {
	api.Probe.Inject(testkit.Fault{Where: testkit.On("BatchGetItem"), Skip: 1,
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			do()
			return exchange(r)
		}})
}

// A timer that is stopped while the batch runs is found as its entry.
func TestBulkMeetsATimerBeingStopped(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	timer := owner.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
	beforeRead(api, func() { owner.Post("/api/timers/"+timer+"/stop", row{"stoppedAt": clock(11, 30)}).OK() })
	e := sendBulk(owner, row{"id": timer, "description": "Call"}).Items()[0]
	if e["stopped_at"] != clock(11, 30) || e["description"] != "Call" {
		t.Errorf("entry %v, want it stopped and described", e)
	}
}

// A timer that is discarded while the batch runs cannot be changed.
func TestBulkMeetsATimerBeingDiscarded(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	timer := owner.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
	beforeRead(api, func() { owner.Delete("/api/entries/" + timer).OK() })
	sendBulk(owner, row{"id": timer, "stoppedAt": clock(11, 30)},
		newRow(1, clock(8, 0), clock(9, 0))).Problem(http.StatusConflict, "conflict")
	if got := listTracked(owner); got != "" {
		t.Errorf("tracked\n%s\nwant nothing", got)
	}
}

// Of two batch reads at the same time, one may see that a timer is no entry yet and
// the other that it does not run any more. A batch that deletes it must find it all
// the same.
func TestBulkReadsAgainForTimerOfAnotherUser(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	timer := member.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
	rows := []row{{"id": timer, "userId": member.ID, "op": "delete"}}
	for n := range 98 {
		rows = append(rows, row{"id": rowID(n), "userId": member.ID, "op": "delete"})
	}
	seen := make(chan struct{})
	ofKeys := func(n int) func(testkit.Attempt) bool {
		return func(a testkit.Attempt) bool { return a.Op == "BatchGetItem" && a.Keys == n }
	}
	api.Probe.Inject(testkit.Fault{Where: ofKeys(100),
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			defer close(seen)
			return exchange(r)
		}})
	timers := api.Probe.Inject(testkit.Fault{Where: ofKeys(1),
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			<-seen
			member.Post("/api/timers/"+timer+"/stop", nil).OK()
			return exchange(r)
		}})
	sendBulk(owner, rows...).OK()
	if timers.Hits() != 1 {
		t.Fatal("the timer was not read beside the entries; the test must be arranged differently")
	}
	if got := listTracked(member); got != "" {
		t.Errorf("deleted, but there is\n%s", got)
	}
}
