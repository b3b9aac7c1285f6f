package timefile

import (
	"io"
	"iter"
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
	if t, err := openTable(f, solidtimeLayout); err == nil && hasTitle(t, "member_id") && o.Sibling != nil {
		return readSolidtimeData(openFile(f), o.Sibling, o)
	}
	return solidtimeLayout.readFile(f, o)
}
