package commands_test

import (
	"path/filepath"
	"strings"
	"testing"
)

const togglHead = "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End " +
	"time,Duration,Tags,Amount (EUR)\n"

// togglRow is a billable hour and a second of a day, with an amount.
func togglRow(day, duration, amount string) string {
	return "Ada,ADDRESS,,Engine,,Drawing " + day + ",Yes," + day + ",00:00:00," + day + "," + duration + "," + duration +
		",," + amount + "\n"
}

// An amount without a rate gets the nearest rate, never the workspace's. What no rate makes is named
// in the plan and at the end, and is no failure.
func TestImportAmountsWithoutRates(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	owner.Do("PUT", "/api/workspaces/me/billable-settings", object{
		"currency": "EUR", "defaultHourlyRate": 8500, "defaultIsBillable": true, "rounding": object{"mode": "none"},
		"membersSeeRates": true,
	}).OK()
	content := togglHead + togglRow("2026-06-01", "10:00:01", "950.00") + togglRow("2026-06-02", "00:00:00", "5.00") +
		togglRow("2026-06-03", "04:20:00", "411.68") +
		togglRow("2026-06-04", "01:00:00", "95.00")
	file := fileOf(t, "toggl.csv", strings.ReplaceAll(content, "ADDRESS", owner.Email))
	out := x.ok("import", "toggl", file, "--yes")
	wantAll(t, out, "Amounts:  3 rows with an amount that is not the hours × rate",
		"together 1366.68 EUR in the files, and 1361.70 EUR here", "Entries have an amount and no time", "toggl.csv:3",
		"2026-06, ada, Engine: 1461.68 EUR in the files, 1456.70 EUR by their hours × rates",
		"are those of the files (4 rows, compared", "those of the files are 4.98 EUR more.")
	if report := x.ok("report", "2026-06"); !strings.Contains(report, "1456.70 EUR") {
		t.Error(report)
	}
}

// The amount of a row with a rate is compared, too.
func TestImportAmountsWithRates(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	file := fileOf(t, "harvest.csv",
		`Date,Client,Project,Task,Notes,Hours,Hours Rounded,Billable?,First Name,Last Name,Billable Rate,Billable Amount,Currency
2026-06-01,,Engine,,first,1.9,2.0,Yes,Ada,Lovelace,95.0,190.0,Euro - EUR
2026-06-02,,Engine,,second,2.0,2.0,Yes,Ada,Lovelace,95.0,190.0,Euro - EUR
`)
	args := []string{"import", "harvest", file, "--yes", "--map", "Ada Lovelace=" + owner.Email}
	for range 2 { // the second one changes nothing, and says the same of the amounts
		wantAll(t, x.ok(args...), "Amounts:  1 row with", "380.00 EUR in the files, 370.50 EUR by their hours × rates",
			"those of the files are 9.50 EUR more.")
	}
	result := x.records(args...)[1]["result"].(object)
	if inexact := result["inexact"].([]any); len(inexact) != 1 || inexact[0].(object)["files"] != 38000.0 ||
		len(result["differences"].([]any)) != 0 {
		t.Error(result)
	}
}

// Money in another currency is not compared, and the plan says what to do.
func TestImportOtherCurrency(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	content := strings.ReplaceAll(togglHead, "EUR", "USD") + togglRow("2026-06-01", "01:00:00", "95.00")
	out := x.ok("import", "toggl", fileOf(t, "toggl.csv", strings.ReplaceAll(content, "ADDRESS", owner.Email)), "--yes")
	wantAll(t, out, "1 row has rates or amounts in USD, and the workspace counts in EUR.",
		"set the currency of the workspace to USD before the import",
		"Amounts that were not imported and not compared: 1 row,")
}

// The end counts what the sums do not have.
func TestImportSaysWhatIsNotInTheSums(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	rows := strings.ReplaceAll(togglHead+togglRow("2026-06-01", "01:00:00", "95.00")+
		togglRow("2026-06-01", "01:30:00", "")+togglRow("2026-06-03", "01:00:00", "95.00"), "ADDRESS", owner.Email)
	unmapped := strings.ReplaceAll(togglHead+togglRow("2026-06-01", "01:00:00", ""), "ADDRESS", "eve@example.com")
	out, errors, code := x.run("import", "toggl", fileOf(t, "a.csv", unmapped), "--yes")
	wantAll(t, out, "No entries were imported; left out: 1 row, see above.")
	if wantAll(t, errors, "nobody in the files is mapped"); code != 1 {
		t.Errorf("%d, want 1", code)
	}
	wantAll(t, x.ok("import", "toggl", fileOf(t, "b.csv", togglHead), "--yes"), "No entries were imported.")
	wantAll(t, x.ok("import", "toggl", fileOf(t, "c.csv", rows), fileOf(t, "d.csv", unmapped), "--yes"),
		"are those of the files (3 rows, compared", "; left out: 1 row, see above.")
	less := strings.Replace(rows, strings.ReplaceAll(togglRow("2026-06-01", "01:30:00", ""), "ADDRESS", owner.Email), "",
		1)
	wantAll(t, x.ok("import", "toggl", fileOf(t, "e.csv", less), "--yes"),
		"The workspace has 1:30 hours more: 1 entry that the files no longer have.")
}

// An export is not imported into its own workspace, whatever the way.
func TestImportRefusesOwnExport(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	owner.Post("/api/entries", object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	folder := filepath.Join(t.TempDir(), "export")
	x.ok("export", folder)
	x.fails(2, "is an export of this workspace", "import", "stint", folder, "--yes")
	x.fails(2, "is an export of this workspace", "import", "csv", filepath.Join(folder, "entries.csv"), "--yes")
	table := owner.Get("/api/entries/export?format=csv&from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z").Body
	x.fails(2, "is an export of this workspace", "import", "csv", fileOf(t, "time.csv", string(table)), "--yes")
	if n := len(x.records("list", "2026-06")); n != 1 {
		t.Errorf("%d entries", n)
	}
}
