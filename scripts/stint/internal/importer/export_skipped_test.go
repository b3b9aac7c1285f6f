package importer_test

import (
	"slices"
	"strings"
	"testing"
)

// A project that was there before gets no members without the option. The plan of the owner names them,
// and that of the member says why their timesheet is not submitted, and whom to ask.
func TestSkippedMembersAreNamed(t *testing.T) {
	t.Parallel()
	from := every(t).export()
	y, asMember := emptyWorkspace(t)
	y.hidesEngine()
	plan, _, err := y.readBack(from)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(plan.Notes, "\n")
	if !strings.Contains(notes, "are not added to projects that were here before, or that have time already: ada in "+
		"Babbage & Co / Engine, bob in Babbage & Co / Engine. Add them there, or import with --settings") {
		t.Error(notes)
	}
	plan, result, err := asMember.readBack(from)
	if err != nil || plan.Timesheets.Submit != 1 || result.Timesheets.Submitted != 1 ||
		len(result.Timesheets.LeftOut) != 0 {
		t.Errorf("%+v, %+v, %v", plan.Timesheets, result.Timesheets, err)
	}
	if got := plan.Timesheets.LeftOut; len(got) == 0 ||
		!strings.Contains(got[0].Reason, "the project Babbage & Co / Engine does not exist, or you do not see it") ||
		!strings.Contains(got[0].Reason, "an import by an owner or admin with --settings adds the members") ||
		!slices.Contains(got[0].Lines, "bob 2026-06-01..2026-06-01") {
		t.Errorf("%+v", got)
	}
	y.options.Settings = true
	if plan, _, err = y.readBack(from); err != nil ||
		strings.Contains(strings.Join(plan.Notes, "\n"), "are not added to projects") {
		t.Error(plan.Notes, err)
	}
	if _, result, err = asMember.readBack(from); err != nil || result.Timesheets.Submitted != 1 {
		t.Errorf("%+v, %v", result.Timesheets, err)
	}
}

// A member who may make projects learns during the import that one exists and is hidden. Their timesheet
// says the same as the rows.
func TestTimesheetOnAHiddenProject(t *testing.T) {
	t.Parallel()
	from := every(t).export()
	y, asMember := emptyWorkspace(t)
	y.hidesEngine()
	y.owner.Patch("/api/workspaces/"+y.owner.WorkspaceID, object{"membersCanCreateProjects": true}).OK()
	_, result, err := asMember.readBack(from)
	if err != nil || len(result.Timesheets.LeftOut) != 1 ||
		!strings.Contains(result.Timesheets.LeftOut[0].Reason, "exists and you do not see it") {
		t.Errorf("%+v, %v", result, err)
	}
}

// hidesEngine gives the workspace a private project of the export, and its currency.
func (x *trial) hidesEngine() {
	x.t.Helper()
	customer := x.owner.Post("/api/clients", object{"name": "Babbage & Co"}).ID()
	x.owner.Post("/api/projects", object{"name": "Engine", "clientId": customer, "visibility": "private"}).OK()
	x.owner.Do("PUT", "/api/workspaces/me/billable-settings",
		object{"currency": "CHF", "defaultHourlyRate": 7000, "defaultIsBillable": true,
			"rounding": object{"mode": "none", "minutes": 1}, "membersSeeRates": true}).OK()
}
