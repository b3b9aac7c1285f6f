package timers_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

// With dryRun starting and stopping answer as without it, refuse the same, and write nothing.
func TestDryRunsWriteNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	id := owner.Post("/api/timers/start", object{"startedAt": "2026-06-17T11:00:00Z"}).ID()
	before := fmt.Sprint(owner.Get("/api/timers/current").OK())
	start := object{"startedAt": "2026-06-17T11:30:00Z"}
	started := owner.Post("/api/timers/start?dryRun=true", start).OK()
	if started["stopped_entry"].(object)["duration_seconds"] != 1800.0 {
		t.Errorf("%v", started)
	}
	owner.Post("/api/timers/start?dryRun=true", object{"startedAt": "2026-06-17T10:00:00Z"}).Problem(409, "conflict")
	stopped := owner.Post("/api/timers/"+id+"/stop?dryRun=true", object{"stoppedAt": "2026-06-17T11:45:00Z"}).OK()
	if stopped["duration_seconds"] != 2700.0 {
		t.Errorf("%v", stopped)
	}
	owner.Post("/api/timers/"+id+"/stop?dryRun=true", object{"stoppedAt": "2026-06-17T10:00:00Z"}).
		Problem(422, "validation")
	if after := fmt.Sprint(owner.Get("/api/timers/current").OK()); after != before {
		t.Errorf("%s became %s", before, after)
	}
	if made := owner.Post("/api/timers/start", start).OK(); made["id"] == started["id"] {
		t.Error("a timer got the id of a preview")
	}
}
