package commands_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExport(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	x.ok("add", "--for", "1h")
	folder := filepath.Join(t.TempDir(), "export")
	x.says(folder+" has 1 entry and 2 projects.", "export", folder)
	x.fails(2, "exists already", "export", folder)
	if _, err := os.Stat(filepath.Join(folder, "entries.jsonl")); err != nil {
		t.Error(err)
	}
	if got := x.record("export", folder+"-2")["records"].(object); got["tags"] != 2.0 {
		t.Error(got)
	}
	if err := os.Mkdir(folder+"-4.part", 0o700); err != nil {
		t.Fatal(err)
	}
	x.fails(2, "-4.part exists already: an export into it runs, or was broken off", "export", folder+"-4")
	member := owner.AddMember("bob", "user")
	member.Post("/api/entries", object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	member.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-01", "periodEnd": "2026-06-01"}).OK()
	terminal := terminalOf(t, member)
	if got := terminal.record("export", folder+"-3"); len(got["left_out"].([]any)) == 0 {
		t.Error(got)
	}
	if got := terminal.ok("export", folder+"-5"); !strings.Contains(got, "audit_log") ||
		!strings.Contains(got, ", client_links of 1 submissions.") {
		t.Error(got)
	}
}

// A success that is not the service's is an error of the connection, and nothing is written.
func TestOtherPrograms(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	kind, body := "", ""
	x.env.HTTP = &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {kind}},
			Body: io.NopCloser(strings.NewReader(body))}, nil
	})}
	folder := filepath.Join(t.TempDir(), "export")
	for kind, body = range map[string]string{"application/json": "{}", "application/problem+json": "null",
		"text/html": "<html>"} {
		x.fails(6, "none of a Stint service", "start", "x")
		x.fails(6, "none of a Stint service", "status")
		x.fails(6, "none of a Stint service", "export", folder)
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%s %s: a folder is left", kind, body)
		}
	}
}
