package stintfolder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

const (
	user, client  = "0190a0a0-0000-7000-8000-000000000001", "0190a0a0-0000-7000-8000-000000000002"
	project, task = "0190a0a0-0000-7000-8000-000000000003", "0190a0a0-0000-7000-8000-000000000004"
	entry, tag    = "0190a0a0-0000-7000-8000-000000000005", "0190a0a0-0000-7000-8000-000000000006"
)

// folder is a folder of an export.
type folder struct {
	timefile.File
	path string
}

func (f folder) Name() string { return f.path }

func write(t *testing.T, files map[string]string) folder {
	t.Helper()
	f := folder{path: t.TempDir()}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(f.path, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// A row has the names of what it is on, and the id of what the export does not have.
func TestRowsHaveNames(t *testing.T) {
	t.Parallel()
	f := write(t, map[string]string{
		"manifest.json":  `{"format": 1, "records": {"entries": 3}}`,
		"members.jsonl":  `{"user_id": "` + user + `", "display_name": "Ada", "email": "ada@example.com", "hourly_rate": 9000}`,
		"clients.jsonl":  `{"id": "` + client + `", "name": "Lovelace\u0007"}`,
		"projects.jsonl": `{"id": "` + project + `", "name": "Engine", "client_id": "` + client + `"}`,
		"tags.jsonl":     `{"id": "` + tag + `", "name": "late"}`,
		"entries.jsonl": `{"id": "` + entry + `", "user_id": "` + user + `", "project_id": "` + project + `", "task_id": "` + task +
			`", "tag_ids": ["` + tag + `"], "started_at": "2026-03-02T09:00:00Z", "stopped_at": "2026-03-02T10:00:00Z", ` +
			`"is_billable": true, "hourly_rate": 9000, "rate_source": "member", "amount": 9000, "currency": "EUR"}
{"id": "` + entry + `", "user_id": "` + client + `", "started_at": "2026-03-02T09:00:00Z", ` +
			`"stopped_at": "2026-03-02T10:00:00Z", "amount": 0, "currency": "EUR"}
{"id": "` + entry + `", "user_id": "` + user + `", "started_at": "2026-03-02T09:00:00Z"}`,
	})
	want := []string{
		`1 2026-03-02T09:00:00Z +1h0m0s | Ada <ada@example.com> | Lovelace / Engine / ` + task +
			` | ["late"] | billable true rate 9000 EUR | ""`,
		`2 2026-03-02T09:00:00Z +1h0m0s | ` + client + ` <> |  /  /  | [] | billable false rate 0  | ""`,
		`3 refused: the timer still runs`,
	}
	n := 0
	for row, err := range stintfolder.Source.Read(f, timefile.Options{}) {
		if got := filetest.Show(row, err); n >= len(want) || got != want[n] {
			t.Errorf("row %d is\n%s\nwant\n%s", n+1, got, want[min(n, len(want)-1)])
		}
		if err == nil && row.IsInherited != (n == 0) {
			t.Errorf("row %d has inherited its rate: %t", n+1, row.IsInherited)
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d rows", n)
	}
}

// A folder that is not whole is no export.
func TestDamagedFolders(t *testing.T) {
	t.Parallel()
	for want, files := range map[string]map[string]string{
		"no folder of a complete stint export":        {},
		"manifest.json is damaged":                    {"manifest.json": "{"},
		"the export has the format 99":                {"manifest.json": `{"format": 99}`},
		"tags.jsonl is missing":                       {"manifest.json": `{"format": 1, "records": {"tags": 1}}`},
		"tags.jsonl, record 1, is damaged":            {"manifest.json": `{"format": 1}`, "tags.jsonl": "null"},
		"tags.jsonl has 0 records, and manifest.json": {"manifest.json": `{"format": 1, "records": {"tags": 2}}`, "tags.jsonl": ""},
	} {
		if _, err := stintfolder.Open(write(t, files).path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
