package importer_test

import (
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
)

// A row that is refused leaves its entry on the project that it is on. The difference names this project,
// and no note says that the entry moves.
func TestRefusedRowNamesTheProjectOfItsEntry(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	on := func(project string) timefile.Row {
		return clocked("", "2026-03-02T09:00:00Z", func(r *timefile.Row) {
			r.Key, r.Description, r.Project, r.Task, r.Tags, r.HourlyRate = "", "a", project, "", nil, nil
		})
	}
	x.imports(on("Old"))
	id := x.owner.Post("/api/projects", object{"name": "Closed",
		"clientId": x.byName("clients", "Babbage & Co")["id"]}).ID()
	x.owner.Patch("/api/projects/"+id, object{"isArchived": true}).OK()
	x.wantRefusedRow(on("Closed"), map[int64]string{0: "Babbage & Co / Old", 3600: "Babbage & Co / Closed"})
}

// The entry of a member who was removed from a private project is on a project that they do not see.
func TestRefusedRowOnAProjectThatIsNotSeen(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.owner.Patch("/api/workspaces/"+x.owner.WorkspaceID, object{"membersCanCreateProjects": true}).OK()
	y := trialOf(t, x.owner.AddMember("bob", "user"))
	hidden := x.owner.Post("/api/projects", object{"name": "Hidden", "visibility": "private"}).ID()
	x.owner.Post("/api/projects/"+hidden+"/members", object{"userId": y.owner.ID}).OK()
	row := clocked("", "2026-03-02T09:00:00Z", func(r *timefile.Row) {
		r.Key, r.Description, r.Client, r.Project, r.Task, r.Tags, r.HourlyRate = "", "a", "", "Hidden", "", nil, nil
	})
	y.imports(row)
	x.owner.Delete("/api/projects/" + hidden + "/members/" + y.owner.ID).OK()
	y.wantRefusedRow(row, map[int64]string{0: "a project that you do not see", 3600: "Hidden"})
}

// wantRefusedRow imports a row that is refused. Its entry stays on another project: the differences name
// both projects, by the seconds in the files, and nothing moves.
func (x *trial) wantRefusedRow(row timefile.Row, projects map[int64]string) {
	x.t.Helper()
	plan, result, err := x.try(row)
	if err != nil || len(result.Refused) != 1 || len(result.Differences) != 2 {
		x.t.Fatalf("%+v, %v", result, err)
	}
	for _, d := range result.Differences {
		if want := projects[d.Files]; d.Project != want {
			x.t.Errorf("%+v, want %s", d, want)
		}
	}
	if notes := strings.Join(plan.Notes, "\n"); strings.Contains(notes, "move to another project") {
		x.t.Error(notes)
	}
}
