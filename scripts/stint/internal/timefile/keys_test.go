package timefile_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stint/scripts/stint/internal/timefile"
)

// keys are the keys of the rows of a file of Toggl.
func keys(t *testing.T, o timefile.Options, lines ...string) (all []string) {
	t.Helper()
	rows, refused, err := readAll(t, "toggl", togglHeader+strings.Join(lines, "\n"), o)
	if err != nil || len(refused) > 0 {
		t.Fatal(refused, err)
	}
	for _, r := range rows {
		all = append(all, r.Key)
	}
	return all
}

const (
	drawing = "Ada King,ada@example.com,Lovelace,Engine,Carriage,Drawing,Yes,2026-03-02,09:00:00,2026-03-02,10:00:00,01:00:00,"
	notes   = "Ada King,ada@example.com,Lovelace,Engine,Carriage,Notes,Yes,2026-03-02,09:00:00,2026-03-02,10:00:00,01:00:00,"
)

// TestKeysOutliveTheExport reads the same entry from exports that differ.
func TestKeysOutliveTheExport(t *testing.T) {
	t.Parallel()
	want := keys(t, timefile.Options{}, drawing)[0]
	for name, same := range map[string]string{
		"a renamed person":      strings.Replace(drawing, "Ada King", "Ada Lovelace", 1),
		"another case":          strings.Replace(drawing, "ada@", "Ada@", 1),
		"another duration":      strings.Replace(drawing, "10:00:00,01:00:00", "11:00:00,02:00:00", 1),
		"another client":        strings.Replace(drawing, ",Lovelace,", ",,", 1),
		"other tags":            drawing + "remote",
		"another billable flag": strings.Replace(drawing, "Yes", "No", 1),
	} {
		if got := keys(t, timefile.Options{}, same)[0]; got != want {
			t.Errorf("%s makes another entry", name)
		}
	}
	if got := keys(t, timefile.Options{Zone: zone(t)}, notes, drawing); got[1] != want {
		t.Error("another zone or another place in the file makes another entry")
	}
	for name, other := range map[string]string{
		"person":      strings.Replace(drawing, "ada@", "eve@", 1),
		"start":       strings.Replace(drawing, "09:00:00", "09:00:01", 1),
		"project":     strings.Replace(drawing, "Engine", "Abacus", 1),
		"task":        strings.Replace(drawing, "Carriage", "Wheel", 1),
		"description": notes,
	} {
		if got := keys(t, timefile.Options{}, other)[0]; got == want {
			t.Errorf("another %s makes no other entry", name)
		}
	}
}

// TestRowsThatAreAlikeAreBothReal tells them apart by their count.
func TestRowsThatAreAlikeAreBothReal(t *testing.T) {
	t.Parallel()
	got := keys(t, timefile.Options{}, drawing, notes, drawing, drawing)
	slices.Sort(got)
	if len(slices.Compact(got)) != 4 {
		t.Errorf("keys %q", got)
	}
	if again := keys(t, timefile.Options{}, drawing, drawing); !slices.Contains(got, again[0]) || !slices.Contains(got, again[1]) {
		t.Errorf("the first two of three are %q, not in %q", again, got)
	}
}

// TestKeysFitExternalIDs: visible ASCII, and room for a prefix.
func TestKeysFitExternalIDs(t *testing.T) {
	t.Parallel()
	for _, s := range timefile.Sources() {
		for _, path := range samples(t, s.Name) {
			seen := map[string]bool{}
			for row, err := range s.Read(openSample(t, path), options(t, path)) {
				if err != nil {
					continue
				}
				visible := strings.IndexFunc(row.Key, func(c rune) bool { return c <= ' ' || c > '~' }) < 0
				if seen[row.Key] || len(row.Key) == 0 || len(row.Key) > 64 || !visible {
					t.Errorf("%s:%d has the key %q", path, row.Line, row.Key)
				}
				seen[row.Key] = true
			}
		}
	}
}

// TestSourceIDsAreKeys: a file that has ids keeps its keys whatever changes.
func TestSourceIDsAreKeys(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"testdata/kimai/german.csv": "41", "testdata/kimai/timesheets.json": "1", "testdata/toggl/report.json": "101",
		"testdata/solidtime/export.zip": "e1", "testdata/csv/export/entries.csv": "e1",
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
	if y < 1970 || y > 2200 || row.Duration < 0 || row.Duration%time.Second != 0 || row.Key == "" || row.Line < 1 {
		t.Errorf("row %+v", row)
	}
	if sy, sm, sd := row.Start.Date(); !row.Start.IsZero() && (!hasClock || sy != y || sm != m || sd != d || row.Start.Location() != row.Day.Location()) {
		t.Errorf("line %d starts at %s and has the day %s", row.Line, row.Start, row.Day)
	}
	if row.HourlyRate != nil && *row.HourlyRate < 0 || len(row.Currency) != 0 && len(row.Currency) != 3 {
		t.Errorf("line %d has the rate %v %q", row.Line, *row.HourlyRate, row.Currency)
	}
}
