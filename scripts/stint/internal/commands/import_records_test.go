package commands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A record that the service refuses and that no row refers to is named as a record, and no sums are
// claimed.
func TestImportNamesRefusedRecords(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	owner.Post("/api/projects", object{"name": "Loom", "color": "#123456"}).OK()
	folder := filepath.Join(t.TempDir(), "export")
	x.ok("export", folder)
	path := filepath.Join(folder, "projects.jsonl")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(content), "#123456", "123456", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	y, _ := fixture(t)
	out, _, code := y.run("import", "stint", folder, "--yes")
	wantAll(t, out, "Refused: Loom, the service refuses the project Loom: color",
		"No entries were imported; refused without rows: 1 record, see above.")
	if code != 1 || strings.Contains(out, "row,") {
		t.Errorf("%d: %s", code, out)
	}
	out, _, _ = y.run("import", "stint", folder, "--yes", "--json")
	wantAll(t, out, `"refused":[]`, `"refused_records":[{"record":"Loom",`)
}

// One entry is counted as one.
func TestImportReadsOneEntry(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	x.env.ErrTerminal = true
	owner.Post("/api/entries", object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	file := fileOf(t, "toggl.csv", strings.ReplaceAll(togglHead+togglRow("2026-06-01", "01:00:00", ""), "ADDRESS",
		owner.Email))
	if _, errors, _ := x.run("import", "toggl", file, "--dry-run"); !strings.Contains(errors,
		"\rRead: 1 row, 1 entry of the workspace ") {
		t.Errorf("%q", errors)
	}
}
