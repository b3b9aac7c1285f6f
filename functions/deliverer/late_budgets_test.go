package deliverer_test

import (
	"context"
	"testing"
	"time"

	"stint/functions/deliverer"
	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/totals"
)

// unready are budgets whose totals are not ready for some calls.
type unready struct {
	deliverer.Budgets
	calls *int
}

func (u unready) UsesWith(ctx context.Context, w totals.Workspace, start domain.WeekStart, projects []projects.Project,
	days map[domain.ID][]domain.DaySpan) ([]totals.Use, error) {
	if *u.calls--; *u.calls >= 0 {
		return nil, totals.ErrNotBuilt
	}
	return u.Budgets.UsesWith(ctx, w, start, projects, days)
}

// TestEventsDoNotWaitForBudgets checks that a webhook is sent the other events while the totals
// for budgets are not ready, and each budget that is reached once, after they are ready.
func TestEventsDoNotWaitForBudgets(t *testing.T) {
	t.Parallel()
	for _, late := range []int{0, 1, 2, 3} {
		s := newSetup(t, apitest.New(t), "*")
		calls, known, reached := late, map[string]bool{}, 0
		run := func() (events int) {
			s.later(time.Second)
			d := s.NewDeliverer()
			d.SetBudgets(func(b deliverer.Budgets) deliverer.Budgets { return unready{b, &calls} })
			if err := d.Deliver(t.Context(), domain.ID(s.owner.WorkspaceID)); err != nil {
				t.Fatal(err)
			}
			for _, m := range s.to.take() {
				if known[m.ID] {
					t.Errorf("%d late calls: %s is sent again", late, m.Type)
				}
				known[m.ID] = true
				if m.Type == "budget.reached" {
					reached++
				} else {
					events++
				}
			}
			return events
		}
		site := s.owner.Post("/api/projects", object{"name": "Site", "budget": object{"kind": "time", "limit": 36_000}}).ID()
		for day := range 2 { // their changes are on two pages of the feed
			var items []object
			for i := range 20 {
				start := time.Date(2026, 6, 1+day, 8, i, 0, 0, time.UTC)
				items = append(items, object{"id": domain.NewID(), "projectId": site, "startedAt": start.Format(time.RFC3339),
					"stoppedAt": start.Add(15 * time.Minute).Format(time.RFC3339)})
			}
			s.owner.Post("/api/entries:bulk", object{"items": items}).OK()
			if n := run(); n < len(items) || late > 1 && reached > 0 {
				t.Errorf("%d late calls, day %d: %d events, %d budgets were reached", late, day, n, reached)
			}
		}
		for range 3 {
			if n := run(); n > 0 {
				t.Errorf("%d late calls: %d more events", late, n)
			}
		}
		if reached != 2 { // at 80 and at 100 %
			t.Errorf("%d late calls: %d budgets were reached", late, reached)
		}
	}
}
