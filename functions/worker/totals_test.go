package worker_test

import (
	"strings"
	"testing"
	"time"

	"stint/functions/worker"
	"stint/internal/apitest"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/totals"
)

// Totals are built in turns. A turn without time goes on later; a deleted workspace gets none.
func TestTotalsAreBuiltInTurns(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	ada.Post("/api/entries", object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	bob.Post("/api/entries", object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	builder := &worker.TotalsBuilder{
		Store:  h.Deps.Store,
		Totals: totals.Reports{Store: h.Deps.Store, Changes: changes.Times{Feed: changes.New(h.Deps.Store, h.Clock.Now)}, Clock: h.Clock.Now},
	}
	work := domain.Work{Kind: domain.WorkBuildReportTotals, WorkspaceID: domain.ID(ada.WorkspaceID)}
	for _, turn := range []time.Duration{1, time.Minute} {
		builder.Turn = turn
		later, err := builder.Build(t.Context(), work)
		state, _ := h.Deps.Store.ReportState(t.Context(), work.WorkspaceID)
		if err != nil || (later == nil) != (turn == time.Minute) || state.IsReady != (later == nil) {
			t.Errorf("a turn of %s: later %v, ready %t, error %v", turn, later, state.IsReady, err)
		}
	}
	bob.Delete("/api/workspaces/" + bob.WorkspaceID).OK()
	work.WorkspaceID = domain.ID(bob.WorkspaceID)
	if later, err := builder.Build(t.Context(), work); later != nil || err != nil {
		t.Errorf("a deleted workspace: later %v, error %v", later, err)
	}
	for key := range mentions(h, bob.WorkspaceID) {
		if strings.HasPrefix(key, "WS#"+bob.WorkspaceID+"#T") {
			t.Errorf("it has %s", key)
		}
	}
}
