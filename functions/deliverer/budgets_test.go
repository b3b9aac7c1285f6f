package deliverer_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain/feed"
)

// TestBudgetsThatAreReached checks that each share of a budget makes one event, whatever
// follows in its period, and another one when the limit is another.
func TestBudgetsThatAreReached(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "budget.reached")
	site := s.owner.Post("/api/projects", object{"name": "Site",
		"budget": object{"kind": "time", "limit": 36_000, "period": "month"}}).ID()
	track := func(day int, length time.Duration) {
		start := time.Date(2026, 6, day, 8, 0, 0, 0, time.UTC)
		s.owner.Post("/api/entries", object{"projectId": site, "startedAt": start.Format(time.RFC3339),
			"stoppedAt": start.Add(length).Format(time.RFC3339)}).OK()
	}
	wantReached := func(want string) {
		t.Helper()
		s.later(time.Second)
		got := ""
		for _, m := range s.run() {
			got += fmt.Sprint(m.Type, m.data()["percent"], m.data()["budget"].(object)["used"], " ")
			if m.data()["project_id"] != site {
				t.Errorf("the data are %v", m.data())
			}
		}
		if got != want {
			t.Errorf("received %q, want %q", got, want)
		}
	}
	track(1, 7*time.Hour)
	wantReached("")
	track(2, time.Hour)
	wantReached("budget.reached80 28800 ")
	track(3, time.Hour)
	wantReached("")
	track(4, 2*time.Hour)
	wantReached("budget.reached100 39600 ")
	track(5, time.Hour)
	wantReached("")
	s.owner.Patch("/api/projects/"+site, object{"budget": object{"kind": "time", "limit": 50_000, "period": "month"}}).OK()
	wantReached("budget.reached80 43200 ")
}

// useBudget makes a project that has reached 80 % of its budget of 36,000 seconds, which was told. It returns a change
// of the limit.
func (s *setup) useBudget() (setLimit func(limit int)) {
	budget := func(limit int) object {
		return object{"budget": object{"kind": "time", "limit": limit, "period": "total"}}
	}
	site := budget(36_000)
	site["name"] = "Site"
	id := s.owner.Post("/api/projects", site).ID()
	s.owner.Post("/api/entries", object{"projectId": id, "startedAt": "2026-06-01T08:00:00Z",
		"stoppedAt": "2026-06-01T17:00:00Z"}).OK()
	s.later(time.Second)
	s.run()
	return func(limit int) { s.owner.Patch("/api/projects/"+id, budget(limit)).OK() }
}

// A budget that is set again after the delivery of its event expired is told again, also while the expired delivery is
// in the table, and the webhook goes on.
func TestABudgetIsToldAgainAfterItsDeliveryExpired(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "budget.reached", "tag.created")
	setLimit := s.useBudget()
	for _, change := range []struct {
		after time.Duration
		limit int
	}{{time.Hour, 38_000}, {feed.DeliveryRetention, 36_000}} {
		s.later(change.after)
		setLimit(change.limit)
		s.later(time.Second)
		if got := typesOf(s.run()); got != "budget.reached" {
			t.Errorf("received %q with a limit of %d", got, change.limit)
		}
	}
	s.tag("after")
	if got := typesOf(s.run()); got != "tag.created" {
		t.Errorf("received %q", got)
	}
}

// A budget that is set again is told each time, also within the time in which its deliveries are kept.
func TestABudgetThatIsSetAgainIsToldAgain(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "budget.reached")
	setLimit := s.useBudget()
	for _, limit := range []int{38_000, 36_000, 38_000, 36_000} {
		s.later(time.Second)
		setLimit(limit)
		s.later(time.Second)
		if got := s.run(); typesOf(got) != "budget.reached" || len(s.run()) != 0 {
			t.Errorf("received %q with a limit of %d", typesOf(got), limit)
		}
	}
}
