package timefile

import (
	"fmt"
	"io"
	"iter"
	"slices"
)

// solidtimeLayout is a detailed report of solidtime as CSV. It has names of people, and no
// addresses.
//
// Source: solidtime, app/Service/ReportExport/TimeEntriesDetailedCsvExport.php: times are
// 2026-04-03 09:00:00 in the zone of the user. The organization's data has addresses, rates and ids.
var solidtimeLayout = layout{
	title: "a detailed report of solidtime",
	columns: []column{
		{fieldDescription, []string{"description"}},
		{fieldTask, []string{"task"}},
		{fieldProject, []string{"project"}},
		{fieldClient, []string{"client"}},
		{fieldPerson, []string{"user"}},
		{fieldStart, []string{"start"}},
		{fieldEnd, []string{"end"}},
		{fieldDuration, []string{"duration"}},
		{fieldHours, []string{"duration (decimal)"}},
		{fieldBillable, []string{"billable"}},
		{fieldTags, []string{"tags"}},
	},
	needs: [][]field{{fieldStart}, {fieldEnd, fieldDuration, fieldHours}, {fieldPerson}},
}

// readSolidtime reads the detailed report, the ZIP file of the organization's export, and
// time_entries.csv of the unpacked ZIP file next to the others.
func readSolidtime(f File, o Options) iter.Seq2[Row, error] {
	if isZip(f) {
		files, err := zipFolder(f)
		if err != nil {
			return failed(err)
		}
		return readSolidtimeData(func() (io.ReadCloser, error) { return files("time_entries.csv") }, files, o)
	}
	if t, err := openTable(f, solidtimeLayout); err == nil && o.Sibling != nil &&
		slices.Contains(t.titles(), "member_id") {
		return readSolidtimeData(openFile(f), o.Sibling, o)
	}
	return solidtimeLayout.readFile(f, o)
}

// solidtimeData is time_entries.csv of the organization's export, with names for its ids.
//
// Source: solidtime, app/Service/Export/ExportService.php, and the sample
// resources/testfiles/solidtime_import_test_1: times are in UTC, tags are a JSON array of ids, and
// rates are in hundredths, whatever the currency.
var solidtimeData = layout{
	title: "time_entries.csv of solidtime",
	columns: []column{
		{fieldID, []string{"id"}},
		{fieldDescription, []string{"description"}},
		{fieldStart, []string{"start"}},
		{fieldEnd, []string{"end"}},
		{fieldRateMinor, []string{"billable rate"}},
		{fieldBillable, []string{"billable"}},
		{fieldPerson, []string{"member name"}}, // from here on added
		{fieldEmail, []string{"member email"}},
		{fieldClient, []string{"client name"}},
		{fieldProject, []string{"project name"}},
		{fieldTask, []string{"task name"}},
		{fieldTags, []string{"tag names"}},
		{fieldCurrency, []string{"organization currency"}},
	},
	needs:     [][]field{{fieldID}, {fieldStart}, {fieldEnd}},
	separator: tagSeparator,
}

// solidtimeLinks are the ids in it.
var solidtimeLinks = links{
	people: "member_id", tags: "tags", members: []string{"id", "name", "email"},
	titles: []string{"member name", "member email", "client name", "project name", "task name", "tag names",
		organizationCurrency},
}

func readSolidtimeData(entries opener, files folder, o Options) iter.Seq2[Row, error] {
	t, err := openCSV(entries)
	if err != nil {
		return failed(fmt.Errorf("time_entries.csv: %w", err))
	}
	linked, err := solidtimeLinks.link(t, files)
	if err != nil {
		return failed(err)
	}
	return solidtimeData.readTable(linked, o)
}
