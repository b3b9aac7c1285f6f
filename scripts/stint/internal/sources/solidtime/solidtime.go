// Package solidtime reads the exports of solidtime.
package solidtime

import (
	"iter"
	"slices"

	"stint/scripts/stint/internal/timefile"
)

// Source reads detailed reports, as CSV and as a workbook, and the export of an organization.
var Source = timefile.Source{
	Name: "solidtime", Title: "solidtime", HasClock: true, Layout: layout, Read: read,
	Help: "In solidtime: Export, below Admin, which has addresses and rates; or Reporting > Detailed > Export > CSV " +
		"or Excel.",
}

// layout is a detailed report of solidtime as CSV. It has names of people, and no
// addresses.
//
// Source: solidtime, app/Service/ReportExport/TimeEntriesDetailedCsvExport.php: times are
// 2026-04-03 09:00:00 in the zone of the user. The organization's data has addresses, rates and ids.
var layout = timefile.Layout{
	Title: "a detailed report of solidtime",
	Columns: timefile.Columns{
		timefile.FieldDescription: {"description"},
		timefile.FieldTask:        {"task"},
		timefile.FieldProject:     {"project"},
		timefile.FieldClient:      {"client"},
		timefile.FieldPerson:      {"user"},
		timefile.FieldStart:       {"start"},
		timefile.FieldEnd:         {"end"},
		timefile.FieldDuration:    {"duration"},
		timefile.FieldHours:       {"duration (decimal)"},
		timefile.FieldBillable:    {"billable"},
		timefile.FieldTags:        {"tags"},
	},
	Needs: [][]timefile.Field{{timefile.FieldStart}, {timefile.FieldEnd, timefile.FieldDuration, timefile.FieldHours},
		{timefile.FieldPerson}},
}

// read reads the detailed report, the ZIP file of the organization's export, and
// time_entries.csv of the unpacked ZIP file next to the others.
func read(f timefile.File, o timefile.Options) iter.Seq2[timefile.Row, error] {
	if timefile.IsZip(f) {
		files, err := timefile.ZipFolder(f)
		if err != nil {
			return timefile.Failed(err)
		}
		t, err := files.Table("time_entries.csv")
		if err != nil {
			return timefile.Failed(err)
		}
		return dataLinks.Read(Data, t, files, o)
	}
	t, err := timefile.OpenTable(f, o, layout)
	switch {
	case err != nil:
		return timefile.Failed(err)
	case o.Sibling != nil && slices.Contains(t.Titles(), "member_id"):
		return dataLinks.Read(Data, t, o.Sibling, o)
	}
	return layout.ReadTable(t, o)
}

// Data is time_entries.csv of the organization's export, with names for its ids.
//
// Source: solidtime, app/Service/Export/ExportService.php, and the sample
// resources/testfiles/solidtime_import_test_1: times are in UTC, tags are a JSON array of ids, and
// rates are in hundredths, whatever the currency.
var Data = timefile.Layout{
	Title: "time_entries.csv of solidtime",
	Columns: timefile.Columns{
		timefile.FieldID:          {"id"},
		timefile.FieldDescription: {"description"},
		timefile.FieldStart:       {"start"},
		timefile.FieldEnd:         {"end"},
		timefile.FieldRateMinor:   {"billable rate"},
		timefile.FieldBillable:    {"billable"},
	},
	Needs: [][]timefile.Field{{timefile.FieldID}, {timefile.FieldStart}, {timefile.FieldEnd}},
}

// dataLinks are the ids in it.
var dataLinks = timefile.Links{
	Person: "member_id", Tags: "tags", Members: []string{"id", "name", "email"}, HasOrganization: true,
}
