package importer_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stint/scripts/stint/internal/exporter"
	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
)

// A project that a former import made and that the member no longer sees keeps its external id. The
// rows get another project of the name, and only one.
func TestHiddenProjectHasTheExternalID(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	y, member := x.ofMember("bob")
	row := plain("a", "2026-06-01T08:00:00Z", "", "Engine")
	y.imports(row)
	project := x.byName("projects", "Engine")["id"].(string)
	x.owner.Patch("/api/projects/"+project, object{"name": "Playground", "visibility": "private"}).OK()
	x.owner.Delete("/api/projects/" + project + "/members/" + member.ID).OK()
	for n := range 2 {
		if _, result := y.imports(row); counts(result) != [][3]int{{0, 1, 0}, {0, 0, 1}}[n] {
			t.Errorf("%+v", result)
		}
	}
	if made := x.byName("projects", "Engine"); made == nil || made["id"] == project || made["external_id"] != nil {
		t.Errorf("%+v", made)
	}
}

// A task whose external id is that of a task of another project is made without it, and only once,
// also if the files have time on the other project.
func TestTaskOfAnotherProjectHasTheExternalID(t *testing.T) {
	t.Parallel()
	for name, others := range map[string][]timefile.Row{
		"alone": nil,
		"both":  {work("b", "2026-06-01T10:00:00Z", func(r *timefile.Row) { r.Project, r.Task = "Playground", "Wheel" })},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newTrial(t)
			row := work("a", "2026-06-01T08:00:00Z")
			x.imports(row)
			project := x.byName("projects", "Engine")
			x.owner.Patch("/api/projects/"+project["id"].(string), object{"name": "Playground"}).OK()
			named := x.owner.Post("/api/projects", object{"name": "Engine", "clientId": project["client_id"]}).ID()
			for n := range 2 {
				plan, _ := x.imports(append(others, row)...)
				note := strings.Contains(strings.Join(plan.Notes, "\n"), "Carriage is made without an external id")
				if want := n == 0 && others != nil; note != want {
					t.Error(plan.Notes)
				}
				if task := x.byName("projects/"+named+"/tasks", "Carriage"); task == nil || task["external_id"] != nil {
					t.Errorf("%+v", task)
				}
			}
		})
	}
}

// projectOfAnotherClient is a workspace with a project that was imported and got another client then,
// the row that it was imported with, and a row of the new client's project.
func projectOfAnotherClient(t *testing.T) (x *trial, project string, row, other timefile.Row) {
	t.Helper()
	x, row = newTrial(t), work("a", "2026-06-01T08:00:00Z")
	other = work("b", "2026-06-01T10:00:00Z", func(r *timefile.Row) { r.Client = "Other" })
	x.imports(row)
	project = x.byName("projects", "Engine")["id"].(string)
	x.owner.Patch("/api/projects/"+project,
		object{"clientId": x.owner.Post("/api/clients", object{"name": "Other"}).ID()}).OK()
	return x, project, row, other
}

// A project whose client changed is found again, and the one of the name below the former client is
// another one.
func TestProjectOfAnotherClientHasTheExternalID(t *testing.T) {
	t.Parallel()
	x, _, row, other := projectOfAnotherClient(t)
	x.imports(row)
	for range 2 {
		x.imports(row, other)
		if got := len(x.owner.Get("/api/projects").OK()["items"].([]any)); got != 2 {
			t.Errorf("%d projects", got)
		}
	}
}

// A project that was made without its external id, because another one of the files has it, may be renamed.
func TestProjectWithoutExternalIDIsRenamed(t *testing.T) {
	t.Parallel()
	x, project, row, other := projectOfAnotherClient(t)
	plan, _ := x.imports(row, other)
	if !strings.Contains(strings.Join(plan.Notes, "\n"),
		"The project Babbage & Co / Engine is made without an external id, because another project has it.") {
		t.Error(plan.Notes)
	}
	for _, p := range x.owner.Get("/api/projects").OK()["items"].([]any) {
		if id := p.(object)["id"].(string); id != project {
			x.owner.Patch("/api/projects/"+id, object{"name": "Playground"}).OK()
		}
	}
	x.imports(row, other)
}

// The note on a task without an external id is left out with the rows of the task.
func TestTaskThatIsNotMadeHasNoNote(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.imports(work("a", "2026-06-01T08:00:00Z"))
	project := x.byName("projects", "Engine")
	y, member := x.ofMember("bob")
	x.owner.Patch("/api/projects/"+project["id"].(string), object{"name": "Playground"}).OK()
	named := x.owner.Post("/api/projects", object{"name": "Engine", "clientId": project["client_id"],
		"visibility": "public"}).ID()
	for _, id := range []string{project["id"].(string), named} {
		x.owner.Post("/api/projects/"+id+"/members", object{"userId": member.ID}).OK()
	}
	task := func(key, start, project, task string) timefile.Row {
		row := plain(key, start, "Babbage & Co", project)
		row.Task = task
		return row
	}
	plan, _, err := y.try(task("b", "2026-06-02T08:00:00Z", "Engine", "Carriage"),
		task("c", "2026-06-02T10:00:00Z", "Playground", "Carriage"))
	if err != nil || len(plan.LeftOut) != 1 || !strings.Contains(plan.LeftOut[0].Reason,
		"the task Babbage & Co / Engine / Carriage does not exist, and only an owner, an admin or a manager of the "+
			"project makes tasks") {
		t.Fatalf("%+v, %v", plan, err)
	}
	if strings.Contains(strings.Join(plan.Notes, "\n"), "without an external id") {
		t.Error(plan.Notes)
	}
}

// Records of two exports that have the same external id stay two records, also in a repeated import.
func TestExportsWithTheSameExternalID(t *testing.T) {
	t.Parallel()
	y := newTrial(t)
	y.options.Source = stintfolder.Source
	for _, name := range []string{"Babbage", "Lovelace"} {
		x := newTrial(t)
		for n := range 6 {
			x.owner.Post("/api/clients", object{"name": fmt.Sprint(name, n), "externalId": fmt.Sprint("crm-", n)}).OK()
		}
		to := folder{filepath.Join(t.TempDir(), "export")}
		if _, err := exporter.Run(t.Context(), x.client(), to.path, time.Now, func(string, int) {}); err != nil {
			t.Fatal(err)
		}
		y.options.Files = append(y.options.Files, to)
		for range 2 {
			i, err := importer.Prepare(t.Context(), y.client(), y.options)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := i.Apply(t.Context(), func(int) {}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if first, second := y.byName("clients", "Babbage0"),
		y.byName("clients", "Lovelace0"); first["external_id"] != "crm-0" || second == nil ||
		second["external_id"] == "crm-0" {
		t.Errorf("%+v, %+v", first, second)
	}
}
