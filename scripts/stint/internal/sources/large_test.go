package sources_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"stint/internal/testkit"
	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

// generated is a file that is made while it is read, so that it takes no memory.
type generated struct {
	header string
	row    func(n int) string // all rows have the length of the first
	rows   int
}

func (g generated) Name() string { return "generated.csv" }
func (g generated) Size() int64  { return int64(len(g.header) + g.rows*len(g.row(0))) }

func (g generated) ReadAt(p []byte, off int64) (int, error) {
	n := copy(p, g.header[min(int(off), len(g.header)):])
	for size := len(g.row(0)); n < len(p); {
		at := int(off) + n - len(g.header)
		if at/size >= g.rows {
			return n, nil
		}
		n += copy(p[n:], g.row(at / size)[at%size:])
	}
	return n, nil
}

// TestMemoryDoesNotGrowWithTheFile reads few rows and ten times as many. It does not run beside others,
// because it measures the memory of the process.
func TestMemoryDoesNotGrowWithTheFile(t *testing.T) {
	files := map[string]generated{
		"toggl": {header: togglHeader, row: func(n int) string {
			return fmt.Sprintf("Ada,ada@example.com,,Engine,,Entry "+
				"%06d,Yes,2026-03-02,09:%02d:%02d,2026-03-02,10:59:59,01:00:00,remote\n", n, n/60%60, n%60)
		}},
		"harvest": {header: "Date,Client,Project,Task,Notes,Hours,Billable?,First Name,Last Name,Billable Rate,Currency\n",
			row: func(n int) string {
				return fmt.Sprintf("03/%02d/2026,Lovelace,Engine,Design,Note %06d,1.5,Yes,Ada,King,95.0,Euro - EUR\n", n%28+1, n)
			}},
		"kimai": {header: "[", row: func(n int) string {
			return fmt.Sprintf(
				`{"id":%07d,"begin":"2026-03-02T09:00:00+0100","end":"2026-03-02T10:00:00+0100","duration":3600,"user":{"username":"ada"},"activity":{"name":"a"},"project":{"name":"p","customer":{"name":"c","currency":"EUR"}},"tags":[],"billable":true},`, n+1_000_000)
		}},
	}
	rows := testkit.Size(1_500, 5_000)
	for name, file := range files {
		few, many := peak(t, name, file, rows), peak(t, name, file, 10*rows)
		if many > few+1<<20 {
			t.Errorf("%s: %d bytes in use with %d rows, %d with ten times as many", name, few, rows, many)
		}
	}
}

// peak reads a file and returns the most memory in use at any time, beyond that before.
func peak(t *testing.T, name string, file generated, rows int) (most uint64) {
	t.Helper()
	file.rows = rows
	before, n := inUse(), 0
	for row, err := range source(t, name).Read(file, timefile.Options{}) {
		if err != nil && !strings.Contains(err.Error(), "ends too early") && !strings.Contains(err.Error(), "no JSON") {
			t.Fatal(err)
		}
		if n++; n%(rows/5) == 0 {
			if now := inUse(); now > before {
				most = max(most, now-before)
			}
			filetest.CheckRow(t, row, name != "harvest")
		}
	}
	if n < rows {
		t.Errorf("%s: %d rows of %d", name, n, rows)
	}
	return most
}

func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // frees what pools have kept
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
