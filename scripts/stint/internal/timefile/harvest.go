package timefile

// harvestLayout is a detailed time report of Harvest as CSV, and "Export all time".
//
// Sources: solidtime, app/Service/Import/Importers/HarvestTimeEntriesImporter.php and its sample
// resources/testfiles/harvest_time_entries_import_test_1.csv, with decimal commas; Harvest's
// support article 360048685111, "Importing and exporting data", with dates as 2023-08-25 or
// 8/25/2023; importers of public projects, with 26.01.2015 and a column Department. Columns that files have and that
// are not read: Project Code, Hours Rounded, Invoiced?, Approved?, Employee Id, Roles, Teams, Employee?, Cost Rate,
// Cost Amount, External Reference URL.
var harvestLayout = layout{
	title: "a detailed time report of Harvest",
	columns: []column{
		{fieldDate, []string{"date", "spent date"}},
		{fieldClient, []string{"client"}},
		{fieldProject, []string{"project"}},
		{fieldTask, []string{"task"}},
		{fieldDescription, []string{"notes", "note"}},
		{fieldHours, []string{"hours"}},
		{fieldBillable, []string{"billable?", "billable"}},
		{fieldFirstName, []string{"first name"}},
		{fieldLastName, []string{"last name"}},
		{fieldEmail, []string{"email"}},
		{fieldRate, []string{"billable rate"}},
		{fieldAmount, []string{"billable amount"}},
		{fieldCurrency, []string{"currency"}},
	},
	needs: [][]field{{fieldDate}, {fieldHours}, {fieldFirstName, fieldLastName}, {fieldProject}},
}
