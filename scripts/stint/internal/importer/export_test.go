package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/scripts/stint/internal/exporter"
	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
)

// folder is the folder of an export.
type folder struct{ path string }

func (f folder) ReadAt([]byte, int64) (int, error) { return 0, nil }
func (f folder) Size() int64                       { return 0 }
func (f folder) Name() string                      { return f.path }

// summary is the report of June by names.
func (x *trial) summary() string {
	x.t.Helper()
	var all []string
	report := x.owner.Get(
		"/api/reports/summary?from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z&group_by=user,project,task").OK()
	for _, item := range report["items"].([]any) {
		group := item.(object)
		line := ""
		for _, key := range group["keys"].([]any) {
			line += fmt.Sprint(key.(object)["name"], " ")
		}
		all = append(all, fmt.Sprint(line, group["seconds"], " ", group["billable_seconds"], " ", group["amount"]))
	}
	return strings.Join(all, "\n")
}

// exportOf exports a workspace with time of two members, and an archived project.
func exportOf(t *testing.T) (*trial, folder) {
	t.Helper()
	x := newTrial(t)
	member := x.owner.AddMember("bob", "user")
	rows := append(week(), work("f", "2026-06-03T08:00:00Z",
		func(r *timefile.Row) { r.Person.Email, r.HourlyRate = member.Email, nil }))
	x.imports(rows[1:]...)
	customer := x.owner.Post("/api/clients", object{"name": "Idle", "email": "idle@example.com", "isArchived": true}).ID()
	x.owner.Post("/api/projects", object{"name": "Nothing yet", "clientId": customer, "color": "#123456",
		"hourlyRate": 4200, "visibility": "public", "budget": object{"kind": "time", "limit": 3600, "period": "month"}}).OK()
	engine := x.owner.Get("/api/projects?search=Engine").OK()["items"].([]any)[0].(object)["id"].(string)
	x.owner.Patch("/api/projects/"+engine, object{"isArchived": true}).OK()
	to := folder{filepath.Join(t.TempDir(), "export")}
	if _, err := exporter.Run(t.Context(), x.client(), to.path, time.Now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	return x, to
}

// An export is read back into an empty workspace: sums, records and what is archived are the same.
func TestExportIsReadBack(t *testing.T) {
	t.Parallel()
	x, from := exportOf(t)
	y := newTrial(t)
	y.owner.AddMember("bob", "user")
	y.options.Source = stintfolder.Source
	y.options.Files = []timefile.File{from}
	for range 2 {
		i, err := importer.Prepare(t.Context(), y.client(), y.options)
		if err != nil {
			t.Fatal(err)
		}
		if i.Plan.Entries.Total != 5 || len(i.Plan.LeftOut) != 0 {
			t.Errorf("%+v", i.Plan)
		}
		result, err := i.Apply(t.Context(), func(int) {})
		if err != nil || len(result.Differences)+len(result.Refused) != 0 {
			t.Fatalf("%+v, %v", result, err)
		}
	}
	if got, want := y.summary(), x.summary(); got != want || strings.Count(want, "\n") != 2 {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, list := range []string{"clients", "projects", "tags"} {
		if got, want := y.settings(list), x.settings(list); got != want {
			t.Errorf("%s: %s\nwant\n%s", list, got, want)
		}
	}
}

// settings are the records of a list without what differs between workspaces.
func (x *trial) settings(list string) string {
	x.t.Helper()
	var all []string
	for _, item := range x.owner.Get("/api/" + list + "?limit=200").OK()["items"].([]any) {
		o := item.(object)
		budget, _ := o["budget"].(object)
		all = append(all, fmt.Sprint(o["name"], o["email"], o["is_archived"], o["color"], o["visibility"], o["is_billable"],
			o["hourly_rate"], budget["limit"], budget["period"]))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// A folder that is no complete export is refused.
func TestNoExport(t *testing.T) {
	t.Parallel()
	_, from := exportOf(t)
	y := newTrial(t)
	y.options.Source, y.options.Files = stintfolder.Source, []timefile.File{from}
	for name, damage := range map[string]func(string) error{
		"complete": os.Remove,
		"format":   func(path string) error { return os.WriteFile(path, []byte(`{"format":2}`), 0o600) },
		"manifest": func(path string) error { return os.WriteFile(path, []byte(`{`), 0o600) },
	} {
		if err := damage(filepath.Join(from.path, exporter.ManifestFile)); err != nil {
			t.Fatal(err)
		}
		if _, err := importer.Prepare(t.Context(), y.client(), y.options); err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.WriteFile(filepath.Join(from.path, exporter.ManifestFile), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
