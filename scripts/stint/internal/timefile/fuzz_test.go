package timefile_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
)

// samples are the sample files of a source.
func samples(t testing.TB, source string) (all []string) {
	t.Helper()
	for _, pattern := range []string{"*.csv", "*.json", "*.zip", "*/entries.csv"} {
		found, err := filepath.Glob(filepath.Join("testdata", source, pattern))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

// fuzz reads any content. A reader does not panic, ends, and makes only rows that can be used.
func fuzz(f *testing.F, name string) {
	for _, path := range samples(f, name) {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	s := source(f, name)
	z := zone(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		o := timefile.Options{Zone: z, Sibling: func(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }}
		ended := false
		for row, err := range s.Read(memory{bytes.NewReader(b), "fuzz"}, o) {
			if ended {
				t.Error("a row comes after an error")
			}
			if _, isRefused := errors.AsType[timefile.Refused](err); err != nil && !isRefused {
				ended = true
			} else if err == nil {
				checkRow(t, row, s.HasClock)
			} else if strings.TrimSpace(err.Error()) == "" {
				t.Error("a row is refused without a reason")
			}
		}
	})
}

func FuzzToggl(f *testing.F)     { fuzz(f, "toggl") }
func FuzzClockify(f *testing.F)  { fuzz(f, "clockify") }
func FuzzHarvest(f *testing.F)   { fuzz(f, "harvest") }
func FuzzKimai(f *testing.F)     { fuzz(f, "kimai") }
func FuzzSolidtime(f *testing.F) { fuzz(f, "solidtime") }
func FuzzCSV(f *testing.F)       { fuzz(f, "csv") }
