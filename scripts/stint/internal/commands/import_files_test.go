package commands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func fileOf(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Files of services become entries, with their rates and clock times, and stay the same when they
// are imported again.
func TestImportFiles(t *testing.T) {
	t.Parallel()
	for source, c := range map[string]struct {
		content string
		hours   string // of June
		sum     string
	}{
		"toggl": {
			`User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (EUR)
Ada,ADDRESS,Babbage & Co,Engine,,Drawing,Yes,2026-06-01,09:00:00,2026-06-01,10:30:00,01:30:00,"remote, late",127.50
Ada,ADDRESS,,Reading,,,No,2026-06-02,09:00:00,2026-06-02,10:00:00,01:00:00,,
`, "Total  2:30", "127.50 EUR"},
		"harvest": {
			`Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name,Roles,Employee?,Billable Rate,Billable Amount,Cost Rate,Cost Amount,Currency,External Reference URL
2026-06-01,Babbage & Co,Engine,,Drawing,first,1.5,Yes,No,Ada,Lovelace,,Yes,85.0,127.5,,,Euro - EUR,
2026-06-01,Babbage & Co,Engine,,Drawing,second,1.0,No,No,Ada,Lovelace,,Yes,,,,,Euro - EUR,
`, "Total  2:30", "127.50 EUR"},
	} {
		t.Run(source, func(t *testing.T) {
			t.Parallel()
			x, owner := fixture(t)
			file := fileOf(t, source+".csv", strings.ReplaceAll(c.content, "ADDRESS", owner.Email))
			args := []string{"import", source, file, "--yes", "--map", "Ada Lovelace=" + owner.Email}
			if out := x.ok(args...); !strings.Contains(out, "2 entries created") {
				t.Error(out)
			}
			if report := x.ok("report", "2026-06"); !strings.Contains(report, c.hours) || !strings.Contains(report, c.sum) {
				t.Error(report)
			}
			if out := x.ok(args...); !strings.Contains(out, "0 entries created, 0 changed, 2 unchanged") {
				t.Error(out)
			}
			corrected := strings.NewReplacer("ADDRESS", owner.Email, "Engine", "Machine", "Drawing",
				"Drawings").Replace(c.content)
			args[2] = fileOf(t, "corrected.csv", corrected)
			if out := x.ok(args...); !strings.Contains(out, "0 entries created") || strings.Contains(out, " 0 changed") {
				t.Error(out)
			}
			if report := x.ok("report", "2026-06"); !strings.Contains(report, c.hours) || !strings.Contains(report, c.sum) {
				t.Error(report)
			}
		})
	}
}
