package commands

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/screen"
	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
)

// openFiles opens the files of a source. Only an export of Stint is a folder.
func openFiles(source timefile.Source, paths []string) (files []timefile.File, closeAll func(), err error) {
	var open []*os.File
	closeAll = func() {
		for _, f := range open {
			_ = f.Close()
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, closeAll, err
		}
		if info.IsDir() && !source.IsFolder {
			return nil, closeAll, fmt.Errorf("%s is a folder: name a file. The folder of an export of Stint is imported by "+
				"stint import %s", path, stintfolder.Source.Name)
		}
		if !info.Mode().IsRegular() && !info.IsDir() {
			return nil, closeAll, fmt.Errorf("%s is no file: an import reads its files several times, so save what comes "+
				"from a pipe first", path)
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, closeAll, err
		}
		open = append(open, f)
		files = append(files, openFile{f, info.Size()})
	}
	return files, closeAll, nil
}

type openFile struct {
	*os.File
	size int64
}

func (f openFile) Size() int64 { return f.size }

// exportLines says what an import of an export does besides entries and what these are on.
func exportLines(p importer.Plan) (lines []string) {
	if s := p.Settings; len(s.Differ) > 0 {
		how := map[bool]string{true: "the import takes those of the export",
			false: "they stay; --settings takes those of the export"}[s.Taken]
		lines = append(lines, fmt.Sprintf("Settings: %d differ: %s", len(s.Differ), how))
		for _, d := range s.Differ {
			lines = append(lines, fmt.Sprintf("  %-30s %s here, %s in the export", screen.Clean(d.Name), valueOf(d.Here),
				valueOf(d.Export)))
		}
	}
	if m := p.ProjectMembers; m.Existing+len(m.New) > 0 {
		lines = append(lines, recordsLine("Members of projects", m))
	}
	if t := p.Timesheets; t.Submit+t.Decide+t.Existing > 0 {
		lines = append(lines, fmt.Sprintf("Timesheets: %d to submit, %d to decide, %d stay as they are", t.Submit, t.Decide,
			t.Existing))
	}
	if p.Invoiced > 0 {
		lines = append(lines, fmt.Sprintf("Invoices: %s in the files", screen.Counted(p.Invoiced,
			"entry is invoiced", "entries are invoiced")))
	}
	return append(lines, timesheetsLeftOut(p.Timesheets.LeftOut)...)
}

// valueOf is a setting as the API has it.
func valueOf(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		return "?"
	}
	return screen.Clean(strings.Trim(string(raw), `"`))
}

func timesheetsLeftOut(all []importer.LeftOut) []string {
	return leftOutLines("Left out", all, "timesheet", "timesheets")
}

// invoiceLines says what an import did with the marks of invoiced entries.
func invoiceLines(i importer.Invoices) []string {
	lines := leftOutLines("Not marked as invoiced", i.LeftOut, "row", "rows")
	if i.Marked > 0 {
		lines = append(lines, screen.Counted(i.Marked, "entry", "entries")+" marked as invoiced.")
	}
	return lines
}

// timesheetLines says what an import did with timesheets.
func timesheetLines(t importer.Timesheets) []string {
	lines := timesheetsLeftOut(t.LeftOut)
	if t.Submitted+t.Decided > 0 {
		lines = append(lines, fmt.Sprintf("%s submitted, %d decided.", screen.Counted(t.Submitted, "timesheet", "timesheets"),
			t.Decided))
	}
	return lines
}
