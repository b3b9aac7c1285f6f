package timefile_test

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

func content(text string) timefile.File { return memory{bytes.NewReader([]byte(text)), "test.csv"} }

func openSample(t testing.TB, path string) timefile.File {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return memory{bytes.NewReader(b), path}
}

func zone(t testing.TB) *time.Location { return location(t, "Europe/Vienna") }

func location(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func source(t testing.TB, name string) timefile.Source {
	t.Helper()
	s, ok := timefile.Find(name)
	if !ok {
		t.Fatalf("no source %q", name)
	}
	return s
}

// options open siblings in the folder of a sample.
func options(t testing.TB, path string) timefile.Options {
	t.Helper()
	return timefile.Options{Zone: zone(t), Sibling: func(name string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(filepath.Dir(path), name))
	}}
}

// show is a row as a line of a .rows file.
func show(r timefile.Row, err error) string {
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

// TestSamples compares the rows of every sample with the .rows file next to it. Read what
// "go test -update" writes before you commit it.
func TestSamples(t *testing.T) {
	t.Parallel()
	for _, s := range timefile.Sources() {
		all := samples(t, s.Name)
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
}

func compareRows(t *testing.T, s timefile.Source, path string) {
	t.Helper()
	var got strings.Builder
	for row, err := range s.Read(openSample(t, path), options(t, path)) {
		got.WriteString(show(row, err) + "\n")
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
