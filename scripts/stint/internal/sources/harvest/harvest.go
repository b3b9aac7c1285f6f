// Package harvest reads the exports of Harvest.
package harvest

import "stint/scripts/stint/internal/timefile"

// Source reads detailed time reports, as CSV and as a workbook.
var Source = timefile.Source{
	Name: "harvest", Title: "Harvest", HasClock: false, Layout: layout, Read: layout.ReadFile,
	Help: "In Harvest: Settings > Import/Export > Export all time; or the detailed time report as CSV or Excel.",
}

// layout is a detailed time report of Harvest as CSV, and "Export all time".
//
// Sources: solidtime, app/Service/Import/Importers/HarvestTimeEntriesImporter.php and its sample
// resources/testfiles/harvest_time_entries_import_test_1.csv, with decimal commas; Harvest's
// support article 360048685111, "Importing and exporting data", with dates as 2023-08-25 or
// 8/25/2023; importers of public projects, with 26.01.2015 and a column Department. Columns that files have and that
// are not read: Project Code, Hours Rounded, Invoiced?, Approved?, Employee Id, Roles, Teams, Employee?, Cost Rate,
// Cost Amount, External Reference URL.
var layout = timefile.Layout{
	Title: "a detailed time report of Harvest",
	Columns: timefile.Columns{
		timefile.FieldDate:        {"date", "spent date"},
		timefile.FieldClient:      {"client"},
		timefile.FieldProject:     {"project"},
		timefile.FieldTask:        {"task"},
		timefile.FieldDescription: {"notes", "note"},
		timefile.FieldHours:       {"hours"},
		timefile.FieldBillable:    {"billable?", "billable"},
		timefile.FieldFirstName:   {"first name"},
		timefile.FieldLastName:    {"last name"},
		timefile.FieldEmail:       {"email"},
		timefile.FieldRate:        {"billable rate"},
		timefile.FieldAmount:      {"billable amount"},
		timefile.FieldCurrency:    {"currency"},
	},
	Needs: [][]timefile.Field{{timefile.FieldDate}, {timefile.FieldHours},
		{timefile.FieldFirstName, timefile.FieldLastName}, {timefile.FieldProject}},
}
