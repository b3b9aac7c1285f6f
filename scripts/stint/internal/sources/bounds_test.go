package sources_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

// filled is a file that begins with a text and goes on with one character. It takes no memory.
type filled struct {
	head string
	with byte
	size int64
}

func (f filled) Name() string { return "filled.csv" }
func (f filled) Size() int64  { return f.size }

func (f filled) ReadAt(p []byte, off int64) (int, error) {
	n := copy(p, f.head[min(int(off), len(f.head)):])
	for i := n; i < len(p); i++ {
		p[i] = f.with
	}
	return int(min(int64(len(p)), f.size-off)), nil
}

// lastError reads a file and returns the error that ends its rows. It fails if reading takes more
// memory than a hostile file should get.
func lastError(t *testing.T, name string, file timefile.File, o timefile.Options) string {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the suite's own setting lets garbage pile up
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	last := ""
	for _, err := range source(t, name).Read(file, o) {
		if last = ""; err != nil {
			last = err.Error()
		}
	}
	runtime.ReadMemStats(&after)
	if more := int64(after.Sys-before.Sys) >> 20; more > 300 { // what the process took, and did not give back
		t.Errorf("%s: %d MiB more are used", file.Name(), more)
	}
	return last
}

// A line, a cell or an element without an end, and a header with too many columns, end the reading.
func TestBounds(t *testing.T) { // not parallel: it measures the memory of the process
	const size = 100 << 20
	for name, c := range map[string]struct {
		source, head string
		with         byte
		want         string
	}{
		"one line":      {"csv", "", 'x', "line or a cell has more than 1 MiB"},
		"a long header": {"csv", "date,hours,", ',', "line or a cell has more than 1 MiB"},
		"a line after others": {"csv", "date,hours\n2026-01-02,1\n2026-01-02,", '1',
			"after line 2, a line or a cell has more than 1 MiB"},
		"an open quote": {"csv", "date,hours\n2026-01-02,1\n\"2026", 'x',
			"after line 2, a line or a cell has more than 1 MiB: the file is damaged, or a quotation mark is missing"},
		"an open quote, breaks": {"csv", "date,hours\n\"2026", '\n', "after line 1, a line or a cell has more than 1 MiB"},
		"an element":            {"kimai", `[{"id":1,"description":"`, 'x', "element 1 has more than 4 MiB"},
		"many columns": {"csv", "date,hours" + strings.Repeat(",x", 1000) + "\n", '\n',
			"the file has 1002 columns: up to 1000 are read"},
	} {
		if got := lastError(t, c.source, filled{c.head, c.with, size}, timefile.Options{}); !strings.Contains(got, c.want) {
			t.Errorf("%s: %.200q, want %q", name, got, c.want)
		}
	}
}

// organizationZip is an export of solidtime with some files; any other one is as small as can be.
func organizationZip(t *testing.T, files map[string]io.Reader) timefile.File {
	t.Helper()
	all := map[string]io.Reader{
		"time_entries.csv": strings.NewReader("id,start,end,member_id\n"),
		"members.csv":      strings.NewReader("id,name,email\n"), "clients.csv": strings.NewReader("id,name\n"),
		"projects.csv": strings.NewReader("id,name,client_id\n"), "tasks.csv": strings.NewReader("id,name\n"),
		"tags.csv": strings.NewReader("id,name\n"), "organizations.csv": strings.NewReader("id,currency\n"),
	}
	maps.Copy(all, files)
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for name, content := range all {
		w, err := archive.Create(name)
		if err == nil {
			_, err = io.Copy(w, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return filetest.Content(packed.String())
}

// A small ZIP file with files that unpack to much more is refused.
func TestBoundsOfZipFiles(t *testing.T) { // not parallel: it measures the memory of the process
	x := func(n int64) io.Reader { return io.NewSectionReader(filled{"", 'x', n}, 0, n) }
	var many strings.Builder
	for i := range 300_000 {
		fmt.Fprintf(&many, "%d,x\n", i)
	}
	for _, c := range []struct {
		file    string
		content io.Reader
		want    string
	}{
		{"time_entries.csv", x(50 << 20), "line or a cell has more than 1 MiB"},
		{"time_entries.csv", io.MultiReader(strings.NewReader("id,start,end,member_id\n\""), x(50<<20)),
			"after line 1, a line or a cell has more than 1 MiB"},
		{"tags.csv", strings.NewReader("id,name" + strings.Repeat(",x", 20_000) + "\n"),
			"tags.csv: the file has 20002 columns: up to 1000 are read"},
		{"tags.csv", io.MultiReader(strings.NewReader("id,name\n"), strings.NewReader(many.String())),
			"tags.csv: the file is too large"},
		{"tags.csv", io.MultiReader(strings.NewReader("id,name\n"), strings.NewReader(strings.Repeat("\n", 65<<20))),
			"tags.csv: the file is too large"},
	} {
		if got := lastError(t, "solidtime", organizationZip(t, map[string]io.Reader{c.file: c.content}),
			timefile.Options{}); !strings.Contains(got, c.want) {
			t.Errorf("%s: %.200q, want %q", c.file, got, c.want)
		}
	}
}
