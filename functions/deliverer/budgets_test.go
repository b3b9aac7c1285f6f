package deliverer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/dynamo"
)

// TestBudgetsThatAreReached checks that each share of a budget makes one event, whatever
// follows in its period, and another one when the limit is another, or in the next period.
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
	s.later(17 * 24 * time.Hour)
	track(33, 12*time.Hour)
	wantReached("budget.reached80 43200 ")
	track(34, time.Minute)
	wantReached("")
}

// useBudget makes a project that has reached 80 % of its budget of 36,000 seconds, which was told. It returns a change
// of the limit.
func (s *setup) useBudget(t *testing.T) (setLimit func(limit int)) {
	t.Helper()
	budget := func(limit int) object {
		return object{"budget": object{"kind": "time", "limit": limit, "period": "total"}}
	}
	site := budget(36_000)
	site["name"] = "Site"
	id := s.owner.Post("/api/projects", site).ID()
	s.owner.Post("/api/entries", object{"projectId": id, "startedAt": "2026-06-01T08:00:00Z",
		"stoppedAt": "2026-06-01T17:00:00Z"}).OK()
	s.later(time.Second)
	if got := typesOf(s.run()); got != "budget.reached" {
		t.Fatalf("received %q at 90 %%", got)
	}
	return func(limit int) { s.owner.Patch("/api/projects/"+id, budget(limit)).OK() }
}

// A budget that is set again after the delivery of its event expired is told again, also while the expired delivery is
// in the table, and the webhook goes on.
func TestABudgetIsToldAgainAfterItsDeliveryExpired(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "budget.reached", "tag.created")
	setLimit := s.useBudget(t)
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
	setLimit := s.useBudget(t)
	for _, limit := range []int{38_000, 36_000, 38_000, 36_000} {
		s.later(time.Second)
		setLimit(limit)
		s.later(time.Second)
		if got := s.run(); typesOf(got) != "budget.reached" || len(s.run()) != 0 {
			t.Errorf("received %q with a limit of %d", typesOf(got), limit)
		}
	}
}

// A budget that was told is not told again, however long ago that was.
func TestABudgetIsToldForGood(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "budget.reached")
	s.useBudget(t)
	site := s.owner.Get("/api/projects").Items()[0]["id"]
	for range 4 { // the feed goes back 30 days
		s.later(feed.SeenLife / 3)
		s.owner.Post("/api/entries", object{"projectId": site, "startedAt": "2026-06-02T08:00:00Z",
			"stoppedAt": "2026-06-02T08:01:00Z"}).OK()
		s.later(time.Second)
		if got := s.run(); len(got) != 0 {
			t.Errorf("received %v", got[0].Body)
		}
	}
}

// What a webhook remembered of budgets goes with it. So nothing of it is left after a purge, which finds no mark of the
// deleted webhook any more.
func TestADeletedWebhookForgetsBudgets(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "budget.reached")
	s.useBudget(t)
	s.wantPurged(t, feed.SeenLife+24*time.Hour)
}

// A purge finds what a deleted webhook has seen as long as that is kept, which is longer than its deliveries are.
func TestAPurgeFindsWhatADeletedWebhookHasSeen(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "entry.created")
	s.entries(1)
	s.later(time.Second)
	s.run()
	s.wantPurged(t, feed.DeliveryRetention+24*time.Hour)
}

// wantPurged deletes the webhook and, after a time, the workspace, and wants nothing to be left of it.
func (s *setup) wantPurged(t *testing.T, after time.Duration) {
	t.Helper()
	s.owner.Delete(s.path("")).OK()
	s.RunWorker()
	s.later(after)
	s.removeExpired(t)
	s.owner.Delete("/api/workspaces/" + s.owner.WorkspaceID).OK()
	s.Clock.Advance(domain.WriteGrace)
	s.RunWorker()
	for _, it := range apitest.TableItems(s.Service) {
		if pk := it["pk"].(*types.AttributeValueMemberS).Value; strings.Contains(pk, s.owner.WorkspaceID) {
			t.Errorf("left is %s %v", pk, it["sk"])
		}
	}
}

// removeExpired removes what has expired from the table, as DynamoDB does some time later.
func (s *setup) removeExpired(t *testing.T) {
	t.Helper()
	left := testkit.DumpWhere(t, s.Table, func(it map[string]types.AttributeValue) bool {
		end, expires := it[dynamo.AttrExpires].(*types.AttributeValueMemberN)
		return !expires || end.Value > fmt.Sprint(s.Clock.Now().Unix())
	})
	s.Table.Restore(t, left)
}
