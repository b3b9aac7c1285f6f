// Package filetest tests the readers of files.
package filetest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stint/scripts/stint/internal/timefile"
)

var update = flag.Bool("update", false, "write the .rows files")

// memory is a file in memory.
type memory struct {
	*bytes.Reader
	name string
}

func (m memory) Name() string { return m.name }

// Content is a file with a text.
func Content(text string) timefile.File { return memory{bytes.NewReader([]byte(text)), "test.csv"} }

// Open reads a sample.
func Open(t testing.TB, path string) timefile.File {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return memory{bytes.NewReader(b), path}
}

// Location is a zone.
func Location(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// Zone is the zone of the samples.
func Zone(t testing.TB) *time.Location { return Location(t, "Europe/Vienna") }

// Options open siblings in the folder of a sample.
func Options(t testing.TB, path string) timefile.Options {
	t.Helper()
	return timefile.Options{Zone: Zone(t), Sibling: func(name string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(filepath.Dir(path), name))
	}}
}

// Show is a row as a line of a .rows file.
func Show(r timefile.Row, err error) string {
	if _, ok := errors.AsType[timefile.Refused](err); ok {
		return fmt.Sprintf("%d refused: %s", r.Line, err)
	}
	if err != nil {
		return "error: " + err.Error()
	}
	when := r.Day.Format("2006-01-02")
	if !r.Start.IsZero() {
		when = r.Start.Format("2006-01-02T15:04:05Z07:00")
	}
	money := "billable unknown"
	if r.Billable != nil {
		money = fmt.Sprintf("billable %t", *r.Billable)
	}
	if r.HourlyRate != nil {
		money += fmt.Sprintf(" rate %d", *r.HourlyRate)
	}
	if r.Amount != nil && *r.Amount != amountOf(r) {
		money += fmt.Sprintf(" amount %d", *r.Amount)
	}
	return fmt.Sprintf("%d %s +%s | %s <%s> | %s / %s / %s | %q | %s %s | %q", r.Line, when, r.Duration, r.Person.Name,
		r.Person.Email, r.Client, r.Project, r.Task, r.Tags, money, r.Currency, r.Description)
}

// amountOf is what the hours of a row make at its rate.
func amountOf(r timefile.Row) int64 {
	if r.HourlyRate == nil {
		return 0
	}
	return (int64(r.Duration.Round(time.Second)/time.Second)**r.HourlyRate + 1800) / 3600
}

// samples are the sample files of a source.
func samples(t testing.TB) (all []string) {
	t.Helper()
	for _, pattern := range []string{"*.csv", "*.json", "*.zip", "*/entries.csv"} {
		found, err := filepath.Glob(filepath.Join("testdata", pattern))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

// Samples compares the rows of every sample with the .rows file next to it, and checks them and their ids. Read what
// "go test -update" writes before you commit it.
func Samples(t *testing.T, s timefile.Source) {
	t.Helper()
	all := samples(t)
	for _, path := range all {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			compareRows(t, s, path)
		})
	}
	if len(all) < 2 {
		t.Errorf("%s has %d samples", s.Name, len(all))
	}
}

func compareRows(t *testing.T, s timefile.Source, path string) {
	t.Helper()
	var got strings.Builder
	seen := map[string]bool{"": false}
	for row, err := range s.Read(Open(t, path), Options(t, path)) {
		got.WriteString(Show(row, err) + "\n")
		if err != nil {
			continue
		}
		CheckRow(t, row, s.HasClock)
		visible := strings.IndexFunc(row.Key, func(c rune) bool { return c <= ' ' || c > '~' }) < 0
		if seen[row.Key] || len(row.Key) > 64 || !visible {
			t.Errorf("%s:%d has the key %q", path, row.Line, row.Key)
		}
		seen[row.Key] = row.Key != ""
	}
	golden := strings.TrimSuffix(path, filepath.Ext(path)) + ".rows"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the rows are\n%s\nwant\n%s", got.String(), want)
	}
}

// CheckRow checks what holds for every row: the day is that of the start, and begins at midnight.
func CheckRow(t testing.TB, row timefile.Row, hasClock bool) {
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
