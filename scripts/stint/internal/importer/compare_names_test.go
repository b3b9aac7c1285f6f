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
	id := x.ada.Post("/api/projects", object{"name": "Closed", "clientId": x.byName("clients", "Babbage & Co")["id"]}).ID()
	x.ada.Patch("/api/projects/"+id, object{"isArchived": true}).OK()
	plan, result, err := x.try(on("Closed"))
	if err != nil || len(result.Refused) != 1 || len(result.Differences) != 2 {
		t.Fatalf("%+v, %v", result, err)
	}
	for _, d := range result.Differences {
		if want := map[int64]string{0: "Babbage & Co / Old", 3600: "Babbage & Co / Closed"}[d.Files]; d.Project != want {
			t.Errorf("%+v, want %s", d, want)
		}
	}
	if notes := strings.Join(plan.Notes, "\n"); strings.Contains(notes, "move to another project") {
		t.Error(notes)
	}
}

// The entry of a member who was removed from a private project is on a project that they do not see.
func TestRefusedRowOnAProjectThatIsNotSeen(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.ada.Patch("/api/workspaces/"+x.ada.WorkspaceID, object{"membersCanCreateProjects": true}).OK()
	y := trialOf(t, x.ada.AddMember("bob", "user"))
	hidden := x.ada.Post("/api/projects", object{"name": "Hidden", "visibility": "private"}).ID()
	x.ada.Post("/api/projects/"+hidden+"/members", object{"userId": y.ada.ID}).OK()
	row := clocked("", "2026-03-02T09:00:00Z", func(r *timefile.Row) {
		r.Key, r.Description, r.Client, r.Project, r.Task, r.Tags, r.HourlyRate = "", "a", "", "Hidden", "", nil, nil
	})
	y.imports(row)
	x.ada.Delete("/api/projects/" + hidden + "/members/" + y.ada.ID).OK()
	plan, result, err := y.try(row)
	if err != nil || len(result.Refused) != 1 || len(result.Differences) != 2 {
		t.Fatalf("%+v, %v", result, err)
	}
	for _, d := range result.Differences {
		if want := map[int64]string{0: "a project that you do not see", 3600: "Hidden"}[d.Files]; d.Project != want {
			t.Errorf("%+v, want %s", d, want)
		}
	}
	if notes := strings.Join(plan.Notes, "\n"); strings.Contains(notes, "move to another project") {
		t.Error(notes)
	}
}
