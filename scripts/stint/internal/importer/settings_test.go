package importer_test

import (
	"fmt"
	"testing"
)

// setting is a setting of the workspace.
func (x *trial) setting(name string) string {
	x.t.Helper()
	return fmt.Sprint(x.owner.Get("/api/workspaces/" + x.owner.WorkspaceID).OK()[name])
}

// A workspace that has data keeps its settings, rates and members of projects, unless the options
// say otherwise.
func TestSettingsOfOthersStay(t *testing.T) {
	t.Parallel()
	from := every(t).export()
	for name, fill := range map[string]func(*trial){
		"entry":   func(y *trial) { y.owner.Post("/api/timers/start", nil).OK() },
		"client":  func(y *trial) { y.owner.Post("/api/clients", object{"name": "Own"}).OK() },
		"project": func(y *trial) { y.owner.Post("/api/projects", object{"name": "Reading"}).OK() },
		"tag":     func(y *trial) { y.owner.Post("/api/tags", object{"name": "own"}).OK() },
	} {
		y, _ := emptyWorkspace(t)
		fill(y)
		plan, _, err := y.readBack(from)
		if err != nil || plan.Settings.Taken || len(plan.Settings.Differ) != 13 {
			t.Errorf("%s: %+v, %v", name, plan.Settings, err)
		}
		if zone, overlap := y.setting("timezone"), y.setting("allow_overlap"); zone != "Europe/Berlin" || overlap != "true" {
			t.Errorf("%s: %s, %s", name, zone, overlap)
		}
		if name == "project" && len(y.membersOf("Reading")) != 0 {
			t.Error("a project of the workspace has new members")
		}
	}
	y, _ := emptyWorkspace(t)
	y.owner.Post("/api/projects", object{"name": "Reading"}).OK()
	y.options.Settings = true
	if plan, _, err := y.readBack(from); err != nil || !plan.Settings.Taken || y.setting("timezone") != "Asia/Tokyo" ||
		y.setting("allow_overlap") != "false" || len(y.membersOf("Reading")) != 1 {
		t.Errorf("%+v, %v", plan.Settings, err)
	}
}

// membersOf are the members of a project.
func (x *trial) membersOf(project string) []any {
	x.t.Helper()
	id := x.owner.Get("/api/projects?search=" + project).OK()["items"].([]any)[0].(object)["id"].(string)
	return x.owner.Get("/api/projects/" + id + "/members").OK()["items"].([]any)
}

// A later import undoes neither a setting that was changed, nor the end of a membership.
func TestLaterChangesStay(t *testing.T) {
	t.Parallel()
	from := every(t).export()
	y, asMember := emptyWorkspace(t)
	y.reads(from)
	y.owner.Patch("/api/workspaces/"+y.owner.WorkspaceID, object{"weekStart": "monday"}).OK()
	engine := y.owner.Get("/api/projects?search=Engine").OK()["items"].([]any)[0].(object)["id"].(string)
	y.owner.Delete("/api/projects/" + engine + "/members/" + asMember.owner.ID).OK()
	y.reads(from)
	if y.setting("week_start") != "monday" || len(y.membersOf("Engine")) != 1 {
		t.Error(y.setting("week_start"), y.membersOf("Engine"))
	}
}

// An entry has the amount of the export also where the workspace has other rates.
func TestAmountsInAnotherWorkspace(t *testing.T) {
	t.Parallel()
	x, from := exportOf(t)
	y := newTrial(t)
	y.owner.AddMember("bob", "user")
	y.owner.Do("PUT", "/api/workspaces/me/billable-settings", object{
		"currency": "EUR", "defaultHourlyRate": 100, "defaultIsBillable": true, "rounding": object{"mode": "none"},
		"membersSeeRates": false,
	}).OK()
	y.owner.Post("/api/tags", object{"name": "own"}).OK()
	for n := range 2 {
		_, result, err := y.readBack(from)
		if err != nil || len(result.Differences)+len(result.Refused) > 0 || n == 0 && result.Created != 5 ||
			n == 1 && result.Unchanged != 5 {
			t.Errorf("%+v, %v", result, err)
		}
	}
	if got, want := y.summary(), x.summary(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
