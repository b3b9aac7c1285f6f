// Package clockify reads the exports of Clockify.
package clockify

import "stint/scripts/stint/internal/timefile"

// Source reads detailed reports, as CSV and as a workbook.
var Source = timefile.Source{
	Name: "clockify", Title: "Clockify", HasClock: true, Layout: layout, Read: layout.ReadFile,
	Help: "In Clockify, in English: Reports > Time > Detailed > Export > Save as CSV or Excel.",
}

// layout is a detailed report of Clockify as CSV, with its interface in English.
//
// Source: solidtime, app/Service/Import/Importers/ClockifyTimeEntriesImporter.php and its samples
// resources/testfiles/clockify_time_entries_import_test_1.csv to _7.csv: the client may be
// missing, the task may be "Activity", times have 12 hours with or without seconds, and newer
// files have Type, Invoiced, Invoice ID and Date of creation. Files of public tests also have
// 22/06/2026 or 18.08.2026 and 10:00, "Tag" for "Tags", "Billable Rate (EURO)", columns of their own,
// and no address, no person or no times: people choose the columns.
var layout = timefile.Layout{
	Title: "a detailed report of Clockify",
	Columns: timefile.Columns{
		timefile.FieldPerson:      {"user"},
		timefile.FieldEmail:       {"email"},
		timefile.FieldClient:      {"client"},
		timefile.FieldProject:     {"project"},
		timefile.FieldTask:        {"task", "activity"},
		timefile.FieldDescription: {"description"},
		timefile.FieldTags:        {"tags", "tag"},
		timefile.FieldKind:        {"type"},
		timefile.FieldBillable:    {"billable"},
		timefile.FieldDate:        {"start date"},
		timefile.FieldStart:       {"start time"},
		timefile.FieldEndDate:     {"end date"},
		timefile.FieldEnd:         {"end time"},
		timefile.FieldDuration:    {"duration (h)"},
		timefile.FieldHours:       {"duration (decimal)"},
		timefile.FieldRate:        {"billable rate (*)", "hourly rate (*)", "billable rate"},
		timefile.FieldAmount:      {"billable amount (*)", "billable amount"},
	},
	Needs: [][]timefile.Field{{timefile.FieldDate}, {timefile.FieldStart, timefile.FieldDuration, timefile.FieldHours},
		{timefile.FieldEnd, timefile.FieldDuration, timefile.FieldHours},
		{timefile.FieldPerson, timefile.FieldEmail, timefile.FieldProject}},
	Foreign: []string{"duration"},
	LeaveOut: map[string]string{
		"break":    "is a break",
		"holiday":  "is a holiday, and not tracked time",
		"time off": "is time off, and not tracked time",
	},
}
