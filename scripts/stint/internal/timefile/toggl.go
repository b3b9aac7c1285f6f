package timefile

import "iter"

// togglLayout is a detailed report of Toggl Track as CSV, and the time entries of its data export.
//
// Sources: solidtime, app/Service/Import/Importers/TogglTimeEntriesImporter.php, and its samples
// resources/testfiles/toggl_time_entries_import_test_1.csv (with an amount) and _2.csv (quoted).
// The newer report has "Member" for "User" and "Stop date" for "End date"; importers of several
// public projects read the header Description,Duration,Project,Start date,Start time,Stop date,
// Stop time. Both are read, and so is a rate if a file has one. In the newer report "-" is an empty
// cell, people choose the columns, and a column has the currency of the amount.
var togglLayout = layout{
	title: "a detailed report of Toggl Track",
	columns: []column{
		{fieldPerson, []string{"user", "member"}},
		{fieldEmail, []string{"email", "e-mail"}},
		{fieldClient, []string{"client"}},
		{fieldProject, []string{"project"}},
		{fieldTask, []string{"task"}},
		{fieldDescription, []string{"description"}},
		{fieldBillable, []string{"billable"}},
		{fieldDate, []string{"start date"}},
		{fieldStart, []string{"start time"}},
		{fieldEndDate, []string{"end date", "stop date"}},
		{fieldEnd, []string{"end time", "stop time"}},
		{fieldDuration, []string{"duration"}},
		{fieldTags, []string{"tags"}},
		{fieldRate, []string{"hourly rate (*)", "rate (*)", "hourly rate"}},
		{fieldAmount, []string{"amount (*)", "amount ()", "amount"}},
		{fieldCurrency, []string{"currency"}},
	},
	needs:   [][]field{{fieldDate}, {fieldStart}, {fieldEnd, fieldDuration}, {fieldDescription}},
	foreign: []string{"duration (h)", "duration (decimal)"},
	blank:   "-",
}

// readToggl reads CSV, and JSON of the API. The data export has a ZIP file, too, which has
// everything but time entries.
func readToggl(f File, o Options) iter.Seq2[Row, error] {
	switch {
	case isJSON(f):
		return readJSON(f, o, togglRows)
	case isZip(f) && len(zipTables(f)) == 0:
		return failed(errTogglZip)
	}
	return togglLayout.readFile(f, o)
}
