package importer_test

import (
	"errors"
	"strings"
	"testing"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/timefile"
)

// withAccess is a trial with a key of less access.
func (x *trial) withAccess(access string) *trial {
	x.t.Helper()
	x.key, _ = x.owner.Post("/api/me/workspaces/"+x.owner.WorkspaceID+"/api-keys",
		object{"name": access, "access": access}).OK()["token"].(string)
	return x
}

// A key that writes nothing ends the import before the plan.
func TestReadKey(t *testing.T) {
	t.Parallel()
	if _, _, err := newTrial(t).withAccess("read").try(week()...); !errors.Is(err, importer.ErrNotPossible) {
		t.Error(err)
	}
}

// Rows that need records that the key may not make are left out, and the others are imported.
func TestTimeKey(t *testing.T) {
	t.Parallel()
	x := newTrial(t).withAccess("time")
	plan, result := x.imports(work("a", "2026-06-01T08:00:00Z"),
		clocked("b", "2026-06-01T09:00:00Z", func(r *timefile.Row) { r.Client, r.Project, r.Task, r.Tags = "", "", "", nil }))
	if result.Created != 1 || len(plan.LeftOut) != 1 || !strings.Contains(plan.LeftOut[0].Reason, "makes no projects") ||
		len(plan.Projects.New)+len(plan.Tags.New) != 0 {
		t.Errorf("%+v, %+v", plan, result)
	}
}

// The files are read three times: for the plan, for what the key may not write, and for the writing.
// Each row and entry that a plan reads is counted.
func TestFilesAreReadThreeTimes(t *testing.T) {
	t.Parallel()
	x := newTrial(t).withAccess("time")
	readings, last := 0, importer.Read{}
	rows := fileOf(work("a", "2026-06-01T08:00:00Z"), clocked("b", "2026-06-01T09:00:00Z",
		func(r *timefile.Row) { r.Client, r.Project, r.Task, r.Tags = "", "", "", nil }), timefile.Row{})
	x.options.Reading = func(n importer.Read) { last = n }
	counted := rowsFile{"time.csv", func(yield func(timefile.Row, error) bool) {
		readings++
		rows.rows(yield)
	}}
	for n := range 2 {
		readings = 0
		if _, result := x.importsFiles(counted); readings != 3 || result.LeftOut != 2 ||
			last != (importer.Read{Rows: 3, Again: 3, Entries: n}) {
			t.Errorf("%d readings, %+v, %+v", readings, last, result)
		}
	}
}

// A record with the name wins over one with the external id of an import. Without the first, the plan
// names the second.
func TestOtherNameHasTheExternalID(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	row := work("a", "2026-06-01T08:00:00Z", func(r *timefile.Row) { r.Task = "" })
	x.imports(row)
	project := x.owner.Get("/api/projects?search=Engine").OK()["items"].([]any)[0].(object)
	x.owner.Patch("/api/projects/"+project["id"].(string), object{"name": "Playground"}).OK()
	plan, _ := x.imports(row)
	if len(plan.Notes) != 1 || !strings.Contains(plan.Notes[0], `is called "Playground" here`) {
		t.Error(plan.Notes)
	}
	named := x.owner.Post("/api/projects", object{"name": "Engine", "clientId": project["client_id"]}).ID()
	if plan, _ = x.imports(row); len(plan.Notes) != 0 || x.list()[0]["project_id"] != named {
		t.Error(plan.Notes, x.list())
	}
}

// A tag that shows nothing goes, a project that shows nothing leaves its row out, and a client
// without a project is named.
func TestNamesThatShowNothing(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	plan, result := x.imports(
		work("a", "2026-06-01T08:00:00Z", func(r *timefile.Row) { r.Tags = []string{"\u200b", "late"} }),
		work("b", "2026-06-01T09:00:00Z", func(r *timefile.Row) { r.Project, r.Task = "\u200b", "" }),
		work("c", "2026-06-01T10:00:00Z", func(r *timefile.Row) { r.Project, r.Task = "", "" }))
	if result.Created != 2 || len(plan.LeftOut) != 1 || len(plan.Tags.New) != 2 ||
		!strings.Contains(strings.Join(plan.Notes, "\n"), "1 row has a client and no project") {
		t.Errorf("%+v, %+v", plan, result)
	}
}

// A mapping that fits nobody in the files is named.
func TestMappingOfNobody(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.options.People = map[string]string{"Ada Lovelace": x.owner.Email}
	plan, _ := x.imports(work("a", "2026-06-01T08:00:00Z"))
	if len(plan.Notes) != 1 || !strings.Contains(plan.Notes[0], `Nobody in the files is called "Ada Lovelace"`) {
		t.Error(plan.Notes)
	}
}

// A day that has not begun is left out before its project is made.
func TestDayInTheFuture(t *testing.T) {
	t.Parallel()
	row := laid("a", "2035-06-01", 1)
	row.Project = "Engine"
	plan, _ := newTrial(t).imports(row)
	if len(plan.LeftOut) != 1 || plan.LeftOut[0].Reason != "the day is in the future" || len(plan.Projects.New) != 0 {
		t.Errorf("%+v", plan)
	}
}
