package worker_test

import (
	"testing"
	"time"

	"stint/functions/worker"
	"stint/internal/apitest"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/store/moneydb"
	"stint/shared/totals"
)

// A turn that is too short for any progress has failed, and a later one builds the totals. A
// deleted workspace gets none, and is built after it is restored without delay.
func TestTotalsAreBuiltInTurns(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	owner.Post("/api/entries", object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	times := changes.Times{Feed: changes.New(api.Deps.Store, api.Clock.Now)}
	summaries := totals.Reports{Store: api.Deps.Store, Changes: times, Clock: api.Clock.Now}
	budgets := totals.Service{Store: api.Deps.Store, Changes: times, Clock: api.Clock.Now}
	for kind, c := range map[string]struct {
		totals worker.RunningTotals
		of     moneydb.TotalsOf
	}{"summaries": {summaries, moneydb.TotalsOfReports}, "budgets": {budgets, moneydb.TotalsOfBudgets}} {
		builder, work := &worker.TotalsBuilder{Store: api.Deps.Store, Totals: c.totals},
			domain.Work{WorkspaceID: domain.ID(owner.WorkspaceID)}
		for _, builder.Turn = range []time.Duration{1, time.Minute} {
			isEnough := builder.Turn == time.Minute
			later, err := builder.Build(t.Context(), work)
			state, _ := api.Deps.Store.TotalsState(t.Context(), work.WorkspaceID, c.of)
			if later != nil || (err == nil) != isEnough || state.IsReady != isEnough {
				t.Errorf("%s, a turn of %s: later %v, ready %t, error %v", kind, builder.Turn, later, state.IsReady, err)
			}
		}
	}
	in := totals.Workspace{ID: domain.ID(outsider.WorkspaceID), Zone: "UTC"}
	if err := summaries.Queue(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	outsider.Delete("/api/workspaces/" + outsider.WorkspaceID).OK()
	api.RunWorker()
	state, err := api.Deps.Store.TotalsState(t.Context(), in.ID, moneydb.TotalsOfReports)
	if err != nil || state.Position != "" || !state.QueuedAt.IsZero() {
		t.Errorf("a deleted workspace: %+v, error %v", state, err)
	}
}
