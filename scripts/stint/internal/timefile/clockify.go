package timefile

// clockifyLayout is a detailed report of Clockify as CSV, with its interface in English.
//
// Source: solidtime, app/Service/Import/Importers/ClockifyTimeEntriesImporter.php and its samples
// resources/testfiles/clockify_time_entries_import_test_1.csv to _7.csv: the client may be
// missing, the task may be "Activity", times have 12 hours with or without seconds, and newer
// files have Type, Invoiced, Invoice ID and Date of creation. Files of public tests also have
// 22/06/2026 or 18.08.2026 and 10:00, "Tag" for "Tags", "Billable Rate (EURO)", columns of their own,
// and no address, no person or no times: people choose the columns.
var clockifyLayout = layout{
	title: "a detailed report of Clockify",
	columns: []column{
		{fieldPerson, []string{"user"}},
		{fieldEmail, []string{"email"}},
		{fieldClient, []string{"client"}},
		{fieldProject, []string{"project"}},
		{fieldTask, []string{"task", "activity"}},
		{fieldDescription, []string{"description"}},
		{fieldTags, []string{"tags", "tag"}},
		{fieldKind, []string{"type"}},
		{fieldBillable, []string{"billable"}},
		{fieldDate, []string{"start date"}},
		{fieldStart, []string{"start time"}},
		{fieldEndDate, []string{"end date"}},
		{fieldEnd, []string{"end time"}},
		{fieldDuration, []string{"duration (h)"}},
		{fieldHours, []string{"duration (decimal)"}},
		{fieldRate, []string{"billable rate (*)", "hourly rate (*)", "billable rate"}},
		{fieldAmount, []string{"billable amount (*)", "billable amount"}},
	},
	needs: [][]field{{fieldDate}, {fieldStart, fieldDuration, fieldHours}, {fieldEnd, fieldDuration, fieldHours},
		{fieldPerson, fieldEmail, fieldProject}},
	foreign: []string{"duration"},
	leaveOut: map[string]string{
		"break":    "is a break",
		"holiday":  "is a holiday, and not tracked time",
		"time off": "is time off, and not tracked time",
	},
}
