// Package csvfile reads tables of time of no service: those that people made, and those of Stint.
package csvfile

import (
	"errors"
	"iter"
	"slices"

	"stint/scripts/stint/internal/timefile"
)

// Source reads tables of time entries as CSV and as a workbook.
var Source = timefile.Source{
	Name: "csv", Title: "CSV", HasClock: true, Read: read,
	Help: "The export of a workspace's entries, entries.csv of stint export, or a table with a header such as " +
		"date,hours,project,description.",
}

// Layout is the export of the entries of a workspace (GET /api/entries/export), or a table that
// people made: with a date and hours, or with a start and an end.
//
// Sources: functions/reports/columns.go for the export; solidtime's sample
// resources/testfiles/generic_time_entries_import_test_1.csv for user_name and user_email;
// docs/export-files.md for the other titles.
var Layout = timefile.Layout{
	Title: "a table of time entries",
	Columns: timefile.Columns{
		timefile.FieldID:          {"id", "key", "external id"},
		timefile.FieldDate:        {"date", "day", "start date"},
		timefile.FieldStart:       {"started at", "start", "start time", "from", "begin"},
		timefile.FieldEndDate:     {"end date"},
		timefile.FieldEnd:         {"stopped at", "end", "end time", "stop", "to"},
		timefile.FieldSeconds:     {"seconds", "duration seconds"},
		timefile.FieldDuration:    {"duration", "time"},
		timefile.FieldHours:       {"hours", "hours (decimal)"},
		timefile.FieldPerson:      {"user", "person", "name", "member", "employee", "user name"},
		timefile.FieldFirstName:   {"first name"},
		timefile.FieldLastName:    {"last name"},
		timefile.FieldEmail:       {"email", "e-mail", "address", "user email"},
		timefile.FieldClient:      {"client", "customer"},
		timefile.FieldProject:     {"project"},
		timefile.FieldTask:        {"task", "activity"},
		timefile.FieldDescription: {"description", "notes", "note", "text", "comment"},
		timefile.FieldTags:        {"tags", "labels"},
		timefile.FieldBillable:    {"billable", "is billable", "billable?"},
		timefile.FieldRate:        {"hourly rate", "rate", "billable rate", "hourly rate (*)", "rate (*)"},
		timefile.FieldAmount:      {"amount", "billable amount", "amount (*)"},
		timefile.FieldCurrency:    {"currency"},
	},
	Needs: [][]timefile.Field{{timefile.FieldDate, timefile.FieldStart},
		{timefile.FieldEnd, timefile.FieldSeconds, timefile.FieldDuration, timefile.FieldHours}},
	OptionalEnd: true,
}

// errNoFolder is for entries.csv of stint export on its own.
var errNoFolder = errors.New("entries.csv of stint export needs the other files of its folder")

func read(f timefile.File, o timefile.Options) iter.Seq2[timefile.Row, error] {
	t, err := timefile.OpenTable(f, o, Layout)
	if err != nil {
		return timefile.Failed(err)
	}
	has := func(title string) bool { return slices.Contains(t.Titles(), title) }
	switch {
	case has("started_at") && has("tag_ids") && o.Sibling == nil:
		return timefile.Failed(errNoFolder)
	case has("started_at") && has("tag_ids"):
		return folderLinks.Read(Folder, t, o.Sibling, o)
	case has("started_at") && has("hourly_rate"):
		own := Layout
		own.Clean = unquoteFormula
		own.Skip = func(cells []string) bool { return cells[0] == "Total" } // the last row of its workbook is no entry
		return own.ReadTable(t, o)
	}
	return Layout.ReadTable(t, o)
}
