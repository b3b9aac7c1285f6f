package importer_test

import (
	"strings"
	"testing"
	"time"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/sources"
	"stint/scripts/stint/internal/timefile"
)

// missingFile are rows without ids of two people on several days.
func missingFile(member string) []timefile.Row {
	isMembers := func(r *timefile.Row) { r.Person.Email = member }
	return []timefile.Row{
		clocked("a", "2026-06-01T07:00:00Z"), clocked("b", "2026-06-01T08:00:00Z"), clocked("c", "2026-06-01T10:00:00Z"),
		clocked("d", "2026-06-02T07:00:00Z"), clocked("e", "2026-06-03T07:00:00Z"),
		clocked("bob's", "2026-06-02T07:00:00Z", isMembers), clocked("bob's, too", "2026-06-03T07:00:00Z", isMembers),
		clocked("bob's last", "2026-06-04T07:00:00Z", isMembers),
	}
}

// Entries that may be those of rows that are left out do not count as missing and are not deleted: the
// entries of the person on the day of the row, of everyone on the day of a person who is not mapped, and
// all entries if the day of the row cannot be read. Others are deleted.
func TestEntriesOfRefusedRowsStay(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 5001)
	refused := func(row timefile.Row) (timefile.Row, error) {
		return row, timefile.Refused{Line: 2, Reason: "the row is damaged"}
	}
	for name, c := range map[string]struct {
		damage  func(timefile.Row) (timefile.Row, error)
		deleted int // of the entry of the damaged row, one of the day and person, and d and the member's of the next day
	}{
		"the description is too long": {func(r timefile.Row) (timefile.Row, error) { r.Description = long; return r, nil },
			2},
		"the reader refuses the row": {refused, 2},
		"only the day is read": {
			func(r timefile.Row) (timefile.Row, error) { r.Start = time.Time{}; return refused(r) }, 2},
		"the person is not mapped": {func(r timefile.Row) (timefile.Row, error) { r.Person.Name = "Nobody"; return r, nil },
			2},
		"the day is not read": {
			func(r timefile.Row) (timefile.Row, error) { return refused(timefile.Row{Person: r.Person}) }, 0},
		"a line of totals": {func(timefile.Row) (timefile.Row, error) {
			return timefile.Row{}, timefile.Refused{Line: 2, Reason: "has no date", IsTotal: true}
		}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newTrial(t)
			member := x.owner.AddMember("bob", "user")
			rows := missingFile(member.Email)
			for i := range rows {
				rows[i].Day = startOfDay(rows[i].Start)
			}
			x.imports(rows...)
			first, err := c.damage(rows[0])
			x.options.DeleteMissing = true
			file := rowsFile{"time.csv", func(yield func(timefile.Row, error) bool) {
				for _, r := range []timefile.Row{rows[2], rows[4], rows[6], rows[7]} { // not a, b, d and the member's
					if !yield(r, nil) {
						return
					}
				}
				yield(first, err)
			}}
			plan, result := x.importsFiles(file)
			if plan.Missing.Entries != c.deleted || result.Deleted != c.deleted || len(x.list()) != len(rows)-c.deleted {
				t.Errorf("%+v, %+v, %v", plan.Missing, result, plan.Notes)
			}
			if says := strings.Contains(strings.Join(plan.Notes, "\n"),
				"may be those of rows that are left out"); says != (c.deleted < 4) {
				t.Error(plan.Notes)
			}
		})
	}
}

func startOfDay(at time.Time) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
}

// The same with a CSV file: its rows are left out for their description, their billable flag, their
// duration and their end.
func TestEntriesOfRefusedLinesStay(t *testing.T) {
	t.Parallel()
	const header = "date,start,end,duration,project,description,billable\n"
	const rest = "2026-03-02,12:00,13:00,,Stay,c,yes\n2026-03-04,09:00,10:00,,Stay,d,yes\n"
	x := newTrial(t)
	x.importsText(header + "2026-03-02,09:00,10:00,,Old,a,yes\n2026-03-02,10:00,11:00,,Stay,b,yes\n" + rest)
	x.options.DeleteMissing = true
	for _, damaged := range []string{
		"2026-03-02,09:00,10:00,,Old," + strings.Repeat("a", 5001) + ",yes\n2026-03-02,10:00,11:00,,Stay,b,maybe\n",
		"2026-03-02,09:00,10:00,,Old,a,maybe\n", "2026-03-02,09:00,10:00,soon,Old,a,yes\n",
		"2026-03-02,09:00,later,,Old,a,yes\n", "2026-03-02,25:00,10:00,,Old,a,yes\n", "2026-03-02,09:00\n",
		",09:00,10:00,,Old,a,yes\n",
	} {
		if plan, result := x.importsText(header + damaged + rest); plan.Missing.Entries != 0 || result.Deleted != 0 ||
			len(x.list()) != 4 {
			t.Fatalf("%q: %+v, %+v", damaged, plan, result)
		}
	}
	if _, result := x.importsText(header + "2026-03-04,11:00,12:00,,Old,new,maybe\n" + rest); result.Deleted != 2 {
		t.Errorf("%+v", result)
	}
}

// importsText is imports of a CSV file.
func (x *trial) importsText(text string) (importer.Plan, importer.Result) {
	x.t.Helper()
	x.options.Source, _ = sources.Find("csv")
	x.options.Files = []timefile.File{textFile{strings.NewReader(text)}}
	i, err := importer.Prepare(x.t.Context(), x.client(), x.options)
	if err != nil {
		x.t.Fatal(err)
	}
	result, err := i.Apply(x.t.Context(), func(int) {})
	if err != nil || result.Failed() {
		x.t.Fatalf("%+v, %v", result, err)
	}
	return i.Plan, result
}

// textFile is a file with a text.
type textFile struct{ *strings.Reader }

func (textFile) Name() string { return "time.csv" }
