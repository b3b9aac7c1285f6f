package timefile

import (
	"iter"
)

// csvLayout is the export of the entries of a workspace (GET /api/entries/export), or a table that
// people made: with a date and hours, or with a start and an end.
//
// Sources: functions/reports/columns.go for the export; solidtime's sample
// resources/testfiles/generic_time_entries_import_test_1.csv for user_name and user_email;
// docs/export-files.md for the other titles.
var csvLayout = layout{
	title: "a table of time entries",
	columns: []column{
		{fieldID, []string{"id", "key", "external id"}},
		{fieldDate, []string{"date", "day", "start date"}},
		{fieldStart, []string{"started at", "start", "start time", "from", "begin"}},
		{fieldEndDate, []string{"end date"}},
		{fieldEnd, []string{"stopped at", "end", "end time", "stop", "to"}},
		{fieldSeconds, []string{"seconds", "duration seconds"}},
		{fieldDuration, []string{"duration", "time"}},
		{fieldHours, []string{"hours", "hours (decimal)"}},
		{fieldPerson, []string{"user", "person", "name", "member", "employee", "user name"}},
		{fieldFirstName, []string{"first name"}},
		{fieldLastName, []string{"last name"}},
		{fieldEmail, []string{"email", "e-mail", "address", "user email"}},
		{fieldClient, []string{"client", "customer"}},
		{fieldProject, []string{"project"}},
		{fieldTask, []string{"task", "activity"}},
		{fieldDescription, []string{"description", "notes", "note", "text", "comment"}},
		{fieldTags, []string{"tags", "labels"}},
		{fieldBillable, []string{"billable", "is billable", "billable?"}},
		{fieldRate, []string{"hourly rate", "rate", "billable rate", "hourly rate (*)", "rate (*)"}},
		{fieldAmount, []string{"amount", "billable amount", "amount (*)"}},
		{fieldCurrency, []string{"currency"}},
	},
	needs:       [][]field{{fieldDate, fieldStart}, {fieldEnd, fieldSeconds, fieldDuration, fieldHours}},
	optionalEnd: true,
}

func readCSV(f File, o Options) iter.Seq2[Row, error] {
	t, err := openTable(f, csvLayout)
	switch {
	case err != nil:
		return failed(err)
	case hasTitle(t, "started_at") && hasTitle(t, "tag_ids"):
		return readStintFolder(t, o)
	case hasTitle(t, "started_at") && hasTitle(t, "hourly_rate"):
		own := csvLayout
		own.clean = unquoteFormula
		return own.readTable(t, o)
	}
	return csvLayout.readTable(t, o)
}
