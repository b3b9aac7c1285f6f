package commands_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// moved is a terminal of an empty workspace, and an export of another.
func moved(t *testing.T) (*terminal, string) {
	t.Helper()
	x, owner := fixture(t)
	owner.Post("/api/entries", object{"description": "call", "startedAt": "2026-06-01T08:00:00Z",
		"stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	owner.Post("/api/entries", object{"startedAt": "2026-06-02T08:00:00Z", "stoppedAt": "2026-06-02T08:30:00Z"}).OK()
	folder := filepath.Join(t.TempDir(), "export")
	x.ok("export", folder)
	y, _ := fixture(t)
	return y, folder
}

// The command says what it would do, does it, and says how the sums compare.
func TestImport(t *testing.T) {
	t.Parallel()
	x, folder := moved(t)
	plan := x.ok("import", "stint", folder, "--dry-run")
	for _, text := range []string{"Plan (times of the files in Europe/Berlin)", "2 entries      1:30",
		"Projects: 2 exist, 0 are new", "Entries:  2, 1:30 hours; 2 are new, 0 changed, 0 did not change"} {
		if !strings.Contains(plan, text) {
			t.Errorf("%q is not in\n%s", text, plan)
		}
	}
	if entries := x.records("list", "2026-06"); len(entries) != 0 {
		t.Errorf("a dry run writes %v", entries)
	}
	out := x.ok("import", "stint", folder, "--yes")
	if !strings.Contains(out, "2 entries created, 0 changed, 0 unchanged, 0 deleted.") ||
		!strings.Contains(out, "are those of the files (2 rows, compared with the reports)") {
		t.Error(out)
	}
	result := x.records("import", "stint", folder, "--yes")
	if len(result) != 2 || result[0]["plan"].(object)["entries"].(object)["unchanged"] != 2.0 ||
		result[1]["result"].(object)["unchanged"] != 2.0 {
		t.Error(result)
	}
}

// The command asks on a terminal, and elsewhere it wants --yes.
func TestImportAsks(t *testing.T) {
	t.Parallel()
	x, folder := moved(t)
	if _, errors, code := x.run("import", "stint", folder); code != 2 || !strings.Contains(errors, "--yes") {
		t.Errorf("%d: %s", code, errors)
	}
	x.env.ReadSecret = func(context.Context) (string, error) { return "", nil }
	for _, answer := range []string{"", "n\n", "no\n"} {
		x.input = answer
		if _, errors, code := x.run("import", "stint", folder); code != 1 ||
			!strings.Contains(errors, "nothing was written") {
			t.Errorf("%q: %d: %s", answer, code, errors)
		}
	}
	x.input = "y\n"
	x.ok("import", "stint", folder)
	if entries := x.records("list", "2026-06"); len(entries) != 2 {
		t.Error(entries)
	}
}

// Time of an unknown person is left out, and the plan says how to map the person.
func TestImportMaps(t *testing.T) {
	t.Parallel()
	x, folder := moved(t)
	members := filepath.Join(folder, "members.jsonl")
	content, err := os.ReadFile(members)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(members, []byte(strings.ReplaceAll(string(content), "ada@", "lovelace@")), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, errors, code := x.run("import", "stint", folder, "--yes")
	if code != 1 || !strings.Contains(errors, "nobody in the files is mapped") {
		t.Errorf("%d: %s", code, errors)
	}
	if !strings.Contains(plan, `not mapped, left out: --map "ada=ada@`) || !strings.Contains(plan, "Left out: 2 rows") {
		t.Error(plan)
	}
	_, address, _ := strings.Cut(plan, `--map "ada=`)
	address, _, _ = strings.Cut(address, `"`)
	if out := x.ok("import", "stint", folder, "--yes", "--map", "ada="+address); !strings.Contains(out,
		"2 entries created") {
		t.Error(out)
	}
}

// Sums that differ, and rows that are refused, end the command with 1.
func TestImportDiffers(t *testing.T) {
	t.Parallel()
	x, folder := moved(t)
	x.ok("import", "stint", folder, "--yes")
	ids := x.records("list", "2026-06")
	x.ok("submit", "2026-06-01..2026-06-01")
	entries := filepath.Join(folder, "entries.jsonl")
	content, err := os.ReadFile(entries)
	if err != nil || len(ids) != 2 {
		t.Fatal(ids, err)
	}
	if err := os.WriteFile(entries, []byte(strings.ReplaceAll(string(content), "2026-06-01T09:00:00Z",
		"2026-06-01T10:00:00Z")), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errors, code := x.run("import", "stint", folder, "--yes")
	if code != 1 || !strings.Contains(out, "Refused: 1 row,") ||
		!strings.Contains(out, "no project: 2:30:00 in the files, 1:30:00 in the workspace") {
		t.Errorf("%d: %s%s", code, out, errors)
	}
}

func TestImportUsage(t *testing.T) {
	t.Parallel()
	x, folder := moved(t)
	x.fails(2, "is no source", "import", "abacus", folder)
	x.fails(2, "is no time zone", "import", "stint", folder, "--zone", "Atlantis")
	x.fails(2, "has to be like", "import", "stint", folder, "--map", "ada")
	x.fails(2, "no member", "import", "stint", folder, "--map", "ada=nobody@example.com")
	x.fails(2, "no such file", "import", "stint", folder+"-2")
	x.fails(2, "name the folder to import: stint import stint FOLDER", "import", "stint")
	x.fails(1, "no folder of a complete stint export", "import", "stint", t.TempDir())
}

// The bar counts the entries that are written; without a terminal there is none.
func TestImportProgress(t *testing.T) {
	t.Parallel()
	x, folder := moved(t)
	if _, errors, _ := x.run("import", "stint", folder, "--yes"); errors != "" {
		t.Errorf("a pipe gets %q", errors)
	}
	y, folder := moved(t)
	y.env.ErrTerminal = true
	if _, errors, code := y.run("import", "stint", folder, "--yes"); code != 0 || !strings.Contains(errors, "2/2") {
		t.Errorf("%d: %q", code, errors)
	}
}

// While the plan is made, a terminal shows how much was read, and at last all of it. Pipes and --json
// get nothing.
func TestImportShowsWhatItReads(t *testing.T) {
	t.Parallel()
	x, folder := moved(t)
	x.env.ErrTerminal = true
	for _, want := range []string{"2 rows, 0 entries of the workspace\n", "2 rows, 2 entries of the workspace\n"} {
		args := []string{"import", "stint", folder}
		if _, errors, _ := x.run(append(args, "--dry-run")...); !strings.HasPrefix(errors, "\rRead: 1 row,") ||
			!strings.HasSuffix(errors, want) {
			t.Errorf("%q, want %q", errors, want)
		}
		if _, errors, _ := x.run(append(args, "--yes", "--json")...); errors != "" {
			t.Errorf("--json gets %q", errors)
		}
	}
	x.env.Terminal, x.env.ErrTerminal = true, false
	if _, errors, _ := x.run("import", "stint", folder, "--dry-run"); errors != "" {
		t.Errorf("a pipe gets %q", errors)
	}
	x.env.ErrTerminal = true
	if _, errors, _ := x.run("import", "csv", fileOf(t, "time.csv", "no heads\n"), "--dry-run"); strings.Contains(errors,
		"rows") {
		t.Errorf("a file without rows gets %q", errors)
	}
}
