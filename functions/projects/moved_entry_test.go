package projects_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
)

// TestAMovedEntryDoesNotReadTheHistory moves one of the caller's entries by years and back. What the next reader of a
// budget reads does not grow with the history of the user, also after further changes of the entry.
func TestAMovedEntryDoesNotReadTheHistory(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	project := owner.Post("/api/projects", object{"name": "Site",
		"budget": object{"kind": "time", "limit": 36_000_000}}).ID()
	for year := 2005; year < 2025; year++ {
		var items []object
		for day := range 50 {
			start := time.Date(year, 1, 1+7*day, 9, 0, 0, 0, time.UTC)
			items = append(items, object{"id": domain.NewID(), "description": strings.Repeat("x", 500),
				"projectId": project, "startedAt": start.Format(time.RFC3339),
				"stoppedAt": start.Add(time.Hour).Format(time.RFC3339)})
		}
		owner.Post("/api/entries:bulk", object{"items": items}).OK()
	}
	moved := "/api/entries/" + owner.Post("/api/entries", object{"projectId": project,
		"startedAt": "2026-06-01T09:00:00Z", "stoppedAt": "2026-06-01T10:00:00Z"}).ID()
	at := func(day string) any { return object{"startedAt": day + "T09:00:00Z", "stoppedAt": day + "T10:00:00Z"} }
	budget := "/api/projects/" + project + "/budget"
	owner.Get(budget).OK()
	api.RunWorker() // builds the totals if the request had no time for it
	api.Clock.Advance(150 * time.Second)
	owner.Get(budget).OK()
	hours := 1001.0
	for i, change := range []func(){
		func() { owner.Patch(moved, at("2000-06-01")).OK(); owner.Patch(moved, at("2026-06-01")).OK() },
		func() { owner.Patch(moved, object{"description": "Changed"}).OK() },
		func() { owner.Patch(moved, at("2012-06-01")).OK(); owner.Patch(moved, at("2025-06-01")).OK() },
		func() {
			owner.Patch(moved, at("2013-06-01")).OK()
			owner.Patch(moved, object{"description": "Again"}).OK()
		},
		func() { owner.Delete(moved).OK(); hours-- },
	} {
		change()
		api.Probe.Reset()
		wantFields(t, owner.Get(budget).OK(), object{"used": hours * 3600})
		read := api.Probe.Snapshot().Read
		if read > 60 {
			t.Errorf("change %d: the next budget reads %.1f units", i, read)
		}
		api.Clock.Advance(150 * time.Second)
	}
}
