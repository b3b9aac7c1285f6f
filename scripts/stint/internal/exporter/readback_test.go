package exporter_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stint/scripts/stint/internal/sources"
	"stint/scripts/stint/internal/timefile"
)

// The CSV of entries is read back with all that counts: duration, billable flag, rate and tags.
func TestTableIsReadBack(t *testing.T) {
	t.Parallel()
	owner, _ := fill(t)
	_, folder, err := run(t, newClient(t, owner, "full", nil))
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(folder, "entries.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	csv, _ := sources.Find("csv")
	rows := 0
	sibling := func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join(folder, name)) }
	for row, err := range csv.Read(opened{file, info.Size()}, timefile.Options{Sibling: sibling}) {
		if rows++; err != nil || row.Billable == nil || !*row.Billable || row.HourlyRate == nil || *row.HourlyRate != 9900 ||
			row.Duration != time.Hour ||
			fmt.Sprint(row.Client, row.Project, row.Task, row.Tags,
				row.Description) != "Babbage & Co=EngineCarriage[remote]a\nb" {
			t.Errorf("%+v, %v", row, err)
		}
	}
	if rows != 6 {
		t.Errorf("%d rows", rows)
	}
}

// opened is an open file with its size.
type opened struct {
	*os.File
	size int64
}

func (o opened) Size() int64 { return o.size }
