package timefile_test

import (
	"strings"
	"testing"
	"time"

	"stint/scripts/stint/internal/timefile"
)

// TestKeysFitExternalIDs: visible ASCII, each once in a file.
func TestKeysFitExternalIDs(t *testing.T) {
	t.Parallel()
	for _, s := range timefile.Sources() {
		for _, path := range samples(t, s.Name) {
			seen := map[string]bool{"": false}
			for row, err := range s.Read(openSample(t, path), options(t, path)) {
				if err != nil {
					continue
				}
				visible := strings.IndexFunc(row.Key, func(c rune) bool { return c <= ' ' || c > '~' }) < 0
				if seen[row.Key] || len(row.Key) > 64 || !visible {
					t.Errorf("%s:%d has the key %q", path, row.Line, row.Key)
				}
				seen[row.Key] = row.Key != ""
			}
		}
	}
}

// TestSourceIDsAreKeys: the ids of a file are the keys. A file without ids has none.
func TestSourceIDsAreKeys(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"testdata/kimai/german.csv": "41", "testdata/kimai/timesheets.json": "1", "testdata/toggl/report.json": "101",
		"testdata/solidtime/export.zip": "e1", "testdata/csv/export/entries.csv": "e1", "testdata/toggl/detailed.csv": "",
	} {
		s := source(t, strings.Split(path, "/")[1])
		for row := range s.Read(openSample(t, path), options(t, path)) {
			if row.Key != want {
				t.Errorf("%s: the key is %q, want %q", path, row.Key, want)
			}
			break
		}
	}
}

// TestDaysOfRows: the day is that of the start, and begins at midnight.
func TestDaysOfRows(t *testing.T) {
	t.Parallel()
	for _, s := range timefile.Sources() {
		for _, path := range samples(t, s.Name) {
			for row, err := range s.Read(openSample(t, path), options(t, path)) {
				if err == nil {
					checkRow(t, row, s.HasClock)
				}
			}
		}
	}
}

// checkRow checks what holds for every row.
func checkRow(t testing.TB, row timefile.Row, hasClock bool) {
	t.Helper()
	y, m, d := row.Day.Date()
	if y < 1970 || y > 2200 || row.Duration < 0 || row.Duration%time.Second != 0 || row.Line < 1 {
		t.Errorf("row %+v", row)
	}
	if sy, sm, sd := row.Start.Date(); !row.Start.IsZero() &&
		(!hasClock || sy != y || sm != m || sd != d || row.Start.Location() != row.Day.Location()) {
		t.Errorf("line %d starts at %s and has the day %s", row.Line, row.Start, row.Day)
	}
	if row.HourlyRate != nil && *row.HourlyRate < 0 {
		t.Errorf("line %d has the rate %d", row.Line, *row.HourlyRate)
	}
	if len(row.Currency) != 0 && len(row.Currency) != 3 {
		t.Errorf("line %d has the currency %q", row.Line, row.Currency)
	}
}
