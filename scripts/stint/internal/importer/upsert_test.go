package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
)

// ofMember is a trial of a member of the workspace who may make projects.
func (x *trial) ofMember(name string) (*trial, *apitest.User) {
	x.t.Helper()
	x.owner.Patch("/api/workspaces/"+x.owner.WorkspaceID, object{"membersCanCreateProjects": true}).OK()
	u := x.owner.AddMember(name, "user")
	return trialOf(x.t, u), u
}

// plain is a row without a rate, as a member's.
func plain(key, start, client, project string) timefile.Row {
	return work(key, start, func(r *timefile.Row) { r.Client, r.Project, r.HourlyRate = client, project, nil })
}

// byName is a record of a list by its name.
func (x *trial) byName(list, name string) object {
	x.t.Helper()
	var found object
	for _, item := range x.owner.Get("/api/" + list + "?limit=200").OK()["items"].([]any) {
		if o := item.(object); o["name"] == name {
			if found != nil {
				x.t.Errorf("two records of %s are called %s", list, name)
			}
			found = o
		}
	}
	return found
}

// The rows of a project that the member does not see are refused with the remedy, also those with a
// task of it. All others are imported, and these are, too, after the member was added.
func TestHiddenProjectHasTheName(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	customer := x.owner.Post("/api/clients", object{"name": "Babbage & Co"}).ID()
	hidden := x.owner.Post("/api/projects", object{"name": "Engine", "clientId": customer, "visibility": "private"}).ID()
	y, member := x.ofMember("bob")
	rows := []timefile.Row{
		plain("a", "2026-06-01T08:00:00Z", "Babbage & Co", "Engine"),
		plain("b", "2026-06-01T09:00:00Z", "Babbage & Co", "Loom"), plain("c", "2026-06-01T10:00:00Z", "", "Engine"),
		plain("d", "2026-06-01T11:00:00Z", "babbage & co", "engine"),
	}
	for n := range 2 {
		plan, result, err := y.try(rows...)
		if err != nil || len(result.Refused) != 1 || result.Refused[0].Rows != 2 ||
			!strings.Contains(result.Refused[0].Reason,
				"a manager of the project to add you, as a manager if it needs new tasks") {
			t.Fatalf("%+v, %v", result, err)
		}
		if counts(result) != [][3]int{{2, 0, 0}, {0, 0, 2}}[n] || len(result.Differences) != 1 ||
			result.Differences[0].Project != "Babbage & Co / Engine" {
			t.Errorf("%+v", result)
		}
		if !strings.Contains(strings.Join(plan.Notes, "\n"), "A project that you do not see may have the name of a new one") {
			t.Error(plan.Notes)
		}
	}
	x.owner.Post("/api/projects/"+hidden+"/members", object{"userId": member.ID, "isManager": true}).OK()
	if _, result := y.imports(rows...); counts(result) != [3]int{2, 0, 2} {
		t.Errorf("%+v", result)
	}
}

// A client is not made for a project that is below another client by now. So a member, who may not make
// clients, can repeat an import.
func TestClientOfNoNewProjectIsNotMade(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	customer := x.owner.Post("/api/clients", object{"name": "Babbage & Co"}).ID()
	y, _ := x.ofMember("bob")
	rows := []timefile.Row{plain("a", "2026-06-01T08:00:00Z", "Babbage & Co", "Engine"),
		plain("b", "2026-06-01T09:00:00Z", "", "Loom")}
	y.imports(rows[0])
	x.owner.Patch("/api/clients/"+customer, object{"name": "Lovelace & Co"}).OK()
	plan, result := y.imports(rows...)
	if len(plan.Clients.New) != 0 || counts(result) != [3]int{1, 0, 1} || x.byName("clients", "Babbage & Co") != nil {
		t.Errorf("%+v, %+v", plan, result)
	}
}

// A record that the service does not take refuses the rows that refer to it, and what is below it. One
// without rows is named.
func TestRecordThatTheServiceRefuses(t *testing.T) {
	t.Parallel()
	x, from := exportOf(t)
	for _, name := range []string{"Engine", "Nothing yet"} {
		spoil(t, filepath.Join(from.path, "projects.jsonl"), name)
	}
	y := newTrial(t)
	y.owner.AddMember("bob", "user")
	y.options.Source, y.options.Files = stintfolder.Source, []timefile.File{from}
	i, err := importer.Prepare(t.Context(), y.client(), y.options)
	if err != nil {
		t.Fatal(err)
	}
	result, err := i.Apply(t.Context(), func(int) {})
	if err != nil || len(result.Refused) != 1 || len(result.RefusedRecords) != 1 {
		t.Fatalf("%+v, %v", result, err)
	}
	rows, named := result.Refused[0], result.RefusedRecords[0]
	if !strings.Contains(rows.Reason, "the service refuses the project Babbage & Co / Engine: color") ||
		named.Record != "Idle / Nothing yet" || rows.Rows+result.Created != i.Plan.Entries.Total {
		t.Errorf("%+v", result)
	}
	if len(y.list()) != result.Created || len(x.list()) == len(y.list()) || y.byName("clients", "Idle") == nil {
		t.Error(y.entries())
	}
}

// spoil gives a record in a file of JSON Lines a colour that no service takes.
func spoil(t *testing.T, path, name string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(content)) {
		if strings.Contains(line, `"name":"`+name+`"`) {
			line = strings.Replace(line, `"color":"#`, `"color":"`, 1)
		}
		lines = append(lines, line)
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
}
