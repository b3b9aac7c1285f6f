package sources_test

import (
	"errors"
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

// readAll returns the rows, the refused ones, and the error that ended the reading.
func readAll(t testing.TB, name, text string,
	o timefile.Options) (rows []timefile.Row, refused []timefile.Refused, failed error) {
	t.Helper()
	for row, err := range source(t, name).Read(filetest.Content(text), o) {
		if r, ok := errors.AsType[timefile.Refused](err); ok {
			refused = append(refused, r)
		} else if err != nil {
			failed = err
		} else {
			rows = append(rows, row)
		}
	}
	return rows, refused, failed
}

const togglHeader = "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End " +
	"time,Duration,Tags\n"

func TestAFileThatDoesNotFitSaysWhy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ source, text, want string }{
		{"toggl", "", "the file is empty"},
		{"csv", "\ufeff", "the file is empty"},
		{"toggl", "User,Email,Description,Start time,Duration\n",
			`the column "start date" is missing. The columns are "User", "Email", "Description", "Start time", "Duration"`},
		{"harvest", togglHeader, `It looks like a detailed report of Toggl Track: use "stint import toggl"`},
		{"toggl", "User,Email,Description,Start Date,Start Time,End Date,End Time,Duration (h)\n",
			`use "stint import clockify"`},
		{"clockify", togglHeader, `use "stint import toggl"`},
		{"csv", "what,when\n", `the column "date" or "started at" is missing`},
		{"toggl", "PK\x03\x04whatever", "has no time entries"},
		{"harvest", "PK\x03\x04whatever", "a workbook that is damaged"},
		{"clockify", "\x1f\x8b\x08", "packed with gzip: unpack it first"},
		{"harvest", "\xd0\xcf\x11\xe0", "an old workbook (.xls), or one with a password"},
		{"toggl", "%PDF-1.7", "a PDF: export CSV or a workbook"},
		{"kimai", "<!DOCTYPE html>", "HTML or XML"},
		{"solidtime", "PK\x03\x04whatever", "the ZIP file cannot be read"},
		{"kimai", "{}", "no JSON array"},
		{"kimai", "[1,", "element 2"},
		{"kimai", "[1", "ends too early"},
		{"csv", "date,hours\n2026-03-02,\"1\n", "line 2: a cell in quotation marks does not end"},
		{"csv", "id,started_at,tag_ids,stopped_at\n", "needs the other files of its folder"},
	} {
		rows, _, err := readAll(t, c.source, c.text, timefile.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || len(rows) > 0 {
			t.Errorf("%s of %q: %d rows, error %v; want %q", c.source, c.text, len(rows), err, c.want)
		}
	}
}

func TestAHeaderAloneHasNoRows(t *testing.T) {
	t.Parallel()
	rows, refused, err := readAll(t, "toggl", togglHeader, timefile.Options{})
	if len(rows)+len(refused) > 0 || err != nil {
		t.Errorf("rows %v, refused %v, error %v", rows, refused, err)
	}
}

func TestAnUnpackedFolderNeedsAllItsFiles(t *testing.T) {
	t.Parallel()
	o := filetest.Options(t, "testdata/csv/nowhere/entries.csv")
	_, _, err := readAll(t, "csv", "id,started_at,tag_ids,stopped_at\n", o)
	if err == nil || !strings.Contains(err.Error(), "members.csv, which the entries refer to, is missing") {
		t.Errorf("error %v", err)
	}
}

func TestABrokenRowDoesNotEndTheFile(t *testing.T) {
	t.Parallel()
	rows, refused, err := readAll(t, "csv", "date,hours,description\n2026-03-02,1,a \"b\" "+
		"c\n2026-03-03,1\n2026-03-04,1,ok\n,,\n\n2026-03-05,1,too,many\n", timefile.Options{})
	if err != nil || len(rows) != 1 || len(refused) != 3 {
		t.Fatalf("rows %v, refused %v, error %v", rows, refused, err)
	}
	for i, line := range []int{2, 3, 7} {
		if refused[i].Line != line {
			t.Errorf("refused row %d is line %d, want %d: %s", i, refused[i].Line, line, refused[i])
		}
	}
}
