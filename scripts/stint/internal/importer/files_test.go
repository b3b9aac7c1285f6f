package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/timefile"
)

// importsFiles is imports of several files.
func (x *trial) importsFiles(files ...rowsFile) (importer.Plan, importer.Result) {
	x.t.Helper()
	x.options.Files = nil
	for _, f := range files {
		x.options.Files = append(x.options.Files, f)
	}
	i, err := importer.Prepare(x.t.Context(), x.client(), x.options)
	if err != nil {
		x.t.Fatal(err)
	}
	result, err := i.Apply(x.t.Context(), func(int) {})
	if err != nil || len(result.Differences) > 0 || len(result.Refused) > 0 {
		x.t.Fatalf("%+v, %v", result, err)
	}
	return i.Plan, result
}

// Files that overlap make no doubles, also if a row was corrected between them: the last file counts.
func TestOverlappingFiles(t *testing.T) {
	t.Parallel()
	for name, correct := range corrections {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newTrial(t)
			x.options.People = map[string]string{"Ada Lovelace": x.owner.Email}
			older, newer := varied(), append(varied(), clocked("later", "2026-05-04T08:00:00Z"))
			slices.Reverse(newer)
			for _, i := range []int{3, 6, 11} { // rows of days that have others, too
				correct(&newer[i])
			}
			plan, _ := x.importsFiles(fileOf(older...), fileOf(newer...))
			if x.matches(newer); len(plan.LeftOut) != 1 || plan.LeftOut[0].Rows != len(older) ||
				plan.Entries.Total != len(newer) || peopleIn(plan) != len(newer) {
				t.Errorf("%+v", plan)
			}
			if plan, _ := x.importsFiles(fileOf(newer...), fileOf(newer...)); len(plan.Projects.New)+len(plan.Clients.New) != 0 {
				t.Errorf("%+v", plan)
			}
			if _, result := x.importsFiles(fileOf(older...), fileOf(newer...)); result.Unchanged != len(newer) {
				t.Errorf("%+v", result)
			}
		})
	}
}

// peopleIn counts the entries of all people.
func peopleIn(plan importer.Plan) (n int) {
	for _, p := range plan.People {
		n += p.Entries
	}
	return n
}

// What only rows refer to that are left out is not made.
func TestNamesOfDoubles(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	older, newer := varied()[:6], varied()[:6] // with clock times
	for i := range older {
		older[i].Project, older[i].Client, older[i].Tags = "Old", "Old", []string{"old"}
	}
	plan, _ := x.importsFiles(fileOf(older...), fileOf(newer...))
	if x.matches(newer); strings.Contains(fmt.Sprint(plan.Projects, plan.Clients, plan.Tags), "ld") {
		t.Errorf("%+v", plan)
	}
}

// ofProject is rows of another project, with the starts and days of varied.
func ofProject(name string) []timefile.Row {
	rows := varied()
	for i := range rows {
		rows[i].Project, rows[i].Task, rows[i].Description = name, "", name+" "+rows[i].Description
		rows[i].Duration += time.Duration(i+1) * time.Minute
	}
	return rows
}

// Files of different projects that are given together lose nothing, with the same starts, too.
func TestFilesOfProjects(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	both := append(ofProject("A"), ofProject("B")...)
	for range 2 {
		x.importsFiles(fileOf(ofProject("A")...), fileOf(ofProject("B")...))
		x.matches(both)
	}
}

// A later file of another project leaves the entries without clock times that have nothing in common
// with its rows, and counts them as missing. So does one with clock times, at other starts.
func TestLaterFileOfAnotherProject(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	first, second := ofProject("A"), ofProject("B")
	for i := range second {
		if !second[i].Start.IsZero() {
			second[i].Start = second[i].Start.Add(time.Minute)
		}
	}
	x.imports(first...)
	plan, result := x.imports(second...)
	if x.matches(append(first, second...)); result.Created != len(second) || plan.Missing.Entries != len(first) {
		t.Errorf("%+v, %+v", plan, result)
	}
}

// A later file of another project with the same hours leaves entries without a text, if not all of the
// project are like its rows.
func TestLaterFileWithTheSameHours(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	of := func(name string, days ...string) (rows []timefile.Row) {
		for _, day := range days {
			rows = append(rows, spent("", day, 4, func(r *timefile.Row) { r.Project = name }))
		}
		return rows
	}
	first, second := of("A", "2026-05-15", "2026-05-16", "2026-05-18"),
		of("B", "2026-05-15", "2026-05-16", "2026-05-17", "2026-05-18")
	second[1].Duration = time.Hour
	x.imports(first...)
	x.imports(second...)
	x.matches(append(first, second...))
}

// A project that was renamed in the source takes its entries along, also those without a text.
func TestRenamedProject(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	rows := varied()
	x.imports(rows...)
	for i := range rows {
		rows[i].Project = "Engine 2"
	}
	plan, result := x.imports(rows...)
	if x.matches(rows); counts(result) != [3]int{0, len(rows), 0} || plan.Entries.Changed != len(rows) ||
		len(plan.Notes) != 1 || !strings.Contains(plan.Notes[0], "move to another project") {
		t.Errorf("%+v, %+v", plan, result)
	}
}

// Who a row is of is the member, whatever the file calls them. Two names of one member are one person.
func TestMembersAreInKeys(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	of := func(name, address string) []timefile.Row {
		rows := varied()
		for i := range rows {
			rows[i].Person = timefile.Person{Name: name, Email: address}
		}
		return rows
	}
	x.options.People = map[string]string{"Ada King": x.owner.Email}
	x.imports(of("Ada King", "")...)
	x.options.People = map[string]string{"Ada Lovelace": x.owner.Email}
	for _, rows := range [][]timefile.Row{of("Ada Lovelace", ""), of("King", x.owner.Email), of("", "")} {
		if _, result := x.imports(rows...); result.Unchanged != len(rows) {
			t.Errorf("%+v", result)
		}
	}
	both := append(of("Ada Lovelace", ""), of("", "")...)
	for range 2 {
		x.imports(both...)
		x.matches(both)
	}
	member := x.owner.AddMember("bob", "user")
	x.options.People["Ada Lovelace"] = member.Email
	plan, _, err := x.try(of("Ada Lovelace", "")...)
	if err != nil || len(plan.Notes) != 1 || !strings.Contains(plan.Notes[0], "of members who are not in the files") {
		t.Errorf("%+v, %v", plan, err)
	}
}

// An entry with an id of the source stays with its member when the person is mapped to another one.
func TestRemappedPerson(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	member := x.owner.AddMember("bob", "user")
	row := work("a", "2026-06-01T08:00:00Z", func(r *timefile.Row) { r.Person.Name = "Ada King" })
	x.options.People = map[string]string{"Ada King": x.owner.Email}
	x.imports(row)
	x.options.People = map[string]string{"Ada King": member.Email}
	plan, result, err := x.try(row)
	if err != nil || len(result.Refused) != 1 || !strings.Contains(result.Refused[0].Reason,
		"the time of another member") || len(plan.Notes) != 1 || len(x.list()) != 1 {
		t.Errorf("%+v, %+v, %v", plan, result, err)
	}
}

// An import of a corrected file that is killed at any request can be repeated.
func TestKilledCorrection(t *testing.T) {
	t.Parallel()
	corrected := varied()[1:]
	for i, name := range []string{"text", "start", "project", "duration"} {
		corrections[name](&corrected[2*i])
	}
	corrected = append(corrected, clocked("new", "2026-06-01T09:00:00Z"), spent("", "2026-05-15", 1),
		spent("new", "2026-05-16", 1))
	whole := killedAnywhere(t, func() *trial {
		x := newTrial(t)
		x.options.DeleteMissing = true
		x.imports(varied()...)
		return x
	}, corrected)
	whole.matches(corrected)
}

// Entries of imports with other ids, such as of another kind of file of the source, are found by
// their days.
func TestEntriesWithOtherIDs(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	rows := varied()[:6]
	with := slices.Clone(rows)
	for i := range with {
		with[i].Key = string(rune('a' + i))
	}
	x.imports(with...)
	if _, result := x.imports(rows...); result.Unchanged != len(rows) || len(x.list()) != len(rows) {
		t.Errorf("%+v", result)
	}
}

// A file covers its own days: what other files have between them is not missing.
func TestPeriodsOfFiles(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	april, may, june := clocked("april", "2026-04-06T08:00:00Z"), clocked("may", "2026-05-04T08:00:00Z"),
		clocked("june", "2026-06-04T08:00:00Z")
	x.imports(april, may, june)
	x.options.DeleteMissing = true
	if plan, _ := x.importsFiles(fileOf(april), fileOf(june)); plan.Missing.Entries != 0 || len(x.list()) != 3 {
		t.Errorf("%+v", plan.Missing)
	}
}

// A correction of a locked entry is refused by its row, and the rows next to it are written.
func TestLockedCorrection(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.imports(varied()...)
	x.owner.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-01", "periodEnd": "2026-06-01"}).OK()
	rows := varied()
	rows[1].Description, rows[5].Description = "corrected", "corrected"
	_, result, err := x.try(rows...)
	if err != nil || counts(result) != [3]int{0, 1, len(rows) - 2} || len(result.Refused) != 1 ||
		!strings.Contains(result.Refused[0].Reason, "entry_locked") || result.Refused[0].Lines[0] != "time.csv:3" {
		t.Errorf("%+v, %v", result, err)
	}
}

// A file that changes between the plan and the writing ends the import: its rows have no entries yet.
func TestChangingFile(t *testing.T) {
	t.Parallel()
	for name, changed := range map[string][]timefile.Row{
		"another project": {clocked("a", "2026-06-01T08:00:00Z",
			func(r *timefile.Row) { r.Project, r.Tags = "new", []string{"new"} })},
		"another row": {clocked("b", "2026-06-01T08:00:00Z")},
		"one more":    {clocked("a", "2026-06-01T08:00:00Z"), clocked("b", "2026-06-01T08:00:00Z")}, "one less": nil,
	} {
		x := newTrial(t)
		now := fileOf(clocked("a", "2026-06-01T08:00:00Z"))
		x.options.Files = []timefile.File{rowsFile{"time.csv",
			func(yield func(timefile.Row, error) bool) { now.rows(yield) }}}
		i, err := importer.Prepare(t.Context(), x.client(), x.options)
		if err != nil {
			t.Fatal(err)
		}
		now = fileOf(changed...)
		if _, err := i.Apply(t.Context(), func(int) {}); err == nil ||
			!strings.Contains(err.Error(), "changed while they were read") || len(x.list()) != 0 {
			t.Errorf("%s: %v, %v", name, err, x.entries())
		}
	}
}
