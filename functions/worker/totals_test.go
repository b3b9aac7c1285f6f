package worker_test

import (
	"context"
	"testing"
	"time"

	"stint/functions/worker"
	"stint/internal/apitest"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/totals"
)

// A turn that is too short for any progress has failed, and a later one builds the totals. A
// deleted workspace gets none, and is built after it is restored without delay.
func TestTotalsAreBuiltInTurns(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	ada.Post("/api/entries", object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	times := changes.Times{Feed: changes.New(h.Deps.Store, h.Clock.Now)}
	summaries := totals.Reports{Store: h.Deps.Store, Changes: times, Clock: h.Clock.Now}
	budgets := totals.Service{Store: h.Deps.Store, Changes: times, Clock: h.Clock.Now}
	for kind, c := range map[string]struct {
		totals worker.RunningTotals
		state  func(context.Context, domain.ID) (reports.TotalsState, error)
	}{"summaries": {summaries, h.Deps.Store.ReportState}, "budgets": {budgets, h.Deps.Store.TotalsState}} {
		builder, work := &worker.TotalsBuilder{Store: h.Deps.Store, Totals: c.totals},
			domain.Work{WorkspaceID: domain.ID(ada.WorkspaceID)}
		for _, builder.Turn = range []time.Duration{1, time.Minute} {
			isEnough := builder.Turn == time.Minute
			later, err := builder.Build(t.Context(), work)
			state, _ := c.state(t.Context(), work.WorkspaceID)
			if later != nil || (err == nil) != isEnough || state.IsReady != isEnough {
				t.Errorf("%s, a turn of %s: later %v, ready %t, error %v", kind, builder.Turn, later, state.IsReady, err)
			}
		}
	}
	in := totals.Workspace{ID: domain.ID(bob.WorkspaceID), Zone: "UTC"}
	if err := summaries.Queue(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	bob.Delete("/api/workspaces/" + bob.WorkspaceID).OK()
	h.RunWorker()
	state, err := h.Deps.Store.ReportState(t.Context(), in.ID)
	if err != nil || state.Position != "" || !state.QueuedAt.IsZero() {
		t.Errorf("a deleted workspace: %+v, error %v", state, err)
	}
}
