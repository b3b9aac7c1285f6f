package commands_test

import (
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// The plan of an export says which settings differ and what becomes of timesheets, and the result
// what was done.
func TestImportOfAnExport(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	member := owner.AddMember("bob", "user")
	for _, u := range []*apitest.User{owner, member} {
		u.Post("/api/entries", object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:00:00Z"}).OK()
		u.Post("/api/workspaces/me/timesheet-submissions",
			object{"periodStart": "2026-06-01", "periodEnd": "2026-06-01"}).OK()
	}
	project := owner.Post("/api/projects", object{"name": "Loom"}).ID()
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"weekStart": "sunday"}).OK()
	folder := filepath.Join(t.TempDir(), "export")
	x.ok("export", folder)
	y, other := fixture(t)
	other.AddMember("bob", "user")
	wantAll(t, y.ok("import", "stint", folder, "--dry-run"),
		"Settings: 1 differ: they stay; --settings takes those of the export",
		"week_start                     monday here, sunday in the export",
		"Members of projects: 0 exist, 1 are new: bob in Loom", "Timesheets: 1 to submit, 0 to decide, 0 stay as they are",
		"Left out: 1 timesheet, only its owner can submit it, by importing the folder with their own key (bob "+
			"2026-06-01..2026-06-01)",
	)
	wantAll(t, y.ok("import", "stint", folder, "--yes", "--settings"),
		"Settings: 1 differ: the import takes those of the export", "1 timesheet submitted, 0 decided.")
	if got := other.Get("/api/workspaces/" + other.WorkspaceID).OK()["week_start"]; got != "sunday" {
		t.Error(got)
	}
	if plan := y.ok("import", "stint", folder, "--yes"); strings.Contains(plan, "Settings:") ||
		!strings.Contains(plan, "1 stay as they are") {
		t.Error(plan)
	}
}

func wantAll(t *testing.T, out string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(out, text) {
			t.Errorf("%q is not in\n%s", text, out)
		}
	}
}
