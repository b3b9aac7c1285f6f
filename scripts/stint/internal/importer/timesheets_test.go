package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
)

const submissions = "/api/workspaces/me/timesheet-submissions"

// reads is readBack that must succeed.
func (x *trial) reads(from folder) (left string) {
	x.t.Helper()
	_, result, err := x.readBack(from)
	if err != nil {
		x.t.Fatal(err)
	}
	return fmt.Sprint(result.Timesheets.LeftOut)
}

// statuses are the timesheets of the workspace by their first days, with the statuses of their lines.
func statuses(u *apitest.User) map[string]string {
	all := map[string]string{}
	for _, item := range u.Get(submissions + "?user_id=" + u.ID + "&limit=200").OK()["items"].([]any) {
		s := u.Get(submissions + "/" + item.(object)["id"].(string)).OK()
		text := fmt.Sprint(s["status"])
		for _, l := range s["lines"].([]any) {
			text += fmt.Sprint(" ", l.(object)["status"])
		}
		all[s["period_start"].(string)] = text
	}
	return all
}

// idOfTimesheet is the id of the user's timesheet of a day.
func idOfTimesheet(u *apitest.User, day string) string {
	for _, item := range u.Get(submissions + "?user_id=" + u.ID + "&limit=200").OK()["items"].([]any) {
		if s := item.(object); s["period_start"] == day {
			return s["id"].(string)
		}
	}
	return ""
}

// A timesheet whose period has other time is not submitted: its owner never submitted that time.
func TestOtherTimeIsNotSubmitted(t *testing.T) {
	t.Parallel()
	from := every(t).export()
	y, _ := emptyWorkspace(t)
	y.owner.Post("/api/entries", object{"startedAt": "2026-06-03T01:00:00Z", "stoppedAt": "2026-06-03T02:00:00Z"}).OK()
	y.owner.Patch("/api/workspaces/"+y.owner.WorkspaceID, object{"timezone": "Asia/Tokyo"}).OK()
	y.options.Settings = true
	if left := y.reads(from); !strings.Contains(left, "other time") ||
		!strings.Contains(left, "ada 2026-06-03..2026-06-03") {
		t.Error(left)
	}
	if got := statuses(y.owner); got["2026-06-03"] != "" || got["2026-06-01"] != "approved approved approved approved" {
		t.Error(got)
	}
}

// Only sums of the export are decided on.
func TestOtherSumsWait(t *testing.T) {
	t.Parallel()
	from := every(t).export()
	y, asMember := emptyWorkspace(t)
	y.reads(from)
	entry := asMember.owner.Get("/api/entries?to=2026-06-02T00:00:00Z&user_id=" +
		asMember.owner.ID).OK()["items"].([]any)[0].(object)["id"].(string)
	asMember.owner.Patch("/api/entries/"+entry, object{"stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	asMember.owner.Post(submissions, object{"periodStart": "2026-06-01", "periodEnd": "2026-06-01"}).OK()
	if _, result, err := y.readBack(from); err != nil || len(result.Timesheets.LeftOut) != 1 ||
		!strings.Contains(result.Timesheets.LeftOut[0].Reason, "sums") {
		t.Errorf("%+v, %v", result.Timesheets, err)
	}
	if got := statuses(asMember.owner); got["2026-06-01"] != "submitted pending" {
		t.Error(got)
	}
}

// What people did with a timesheet after the import stays: it was withdrawn, or opened again.
func TestTimesheetsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	from := every(t).export()
	y, asMember := emptyWorkspace(t)
	for _, importing := range []*trial{y, asMember, y} {
		importing.reads(from)
	}
	y.owner.Post(submissions+"/"+idOfTimesheet(y.owner, "2026-06-03")+"/withdraw", nil).OK()
	for _, day := range []string{"2026-06-01"} {
		y.owner.Post(submissions+"/"+idOfTimesheet(y.owner, day)+"/reopen", nil).OK()
		y.owner.Post(submissions+"/"+idOfTimesheet(asMember.owner, day)+"/reopen", nil).OK()
	}
	want := fmt.Sprint(statuses(y.owner), statuses(asMember.owner))
	written := y.written
	y.reads(from)
	if got := fmt.Sprint(statuses(y.owner), statuses(asMember.owner)); got != want || y.written != written {
		t.Errorf("%d writes: %s, want %s", y.written-written, got, want)
	}
}

// A member imports their own time and submits it. They create nothing that only admins may, and
// decide on nothing.
func TestMembersReadTheirOwnBack(t *testing.T) {
	t.Parallel()
	from := every(t).export()
	y, asMember := emptyWorkspace(t)
	y.reads(from)
	plan, result, err := asMember.readBack(from)
	if err != nil || result.Timesheets.Submitted != 2 || result.Timesheets.Decided != 0 ||
		len(plan.Settings.Differ)+len(plan.ProjectMembers.New) > 0 {
		t.Errorf("%+v, %+v, %v", plan, result, err)
	}
	if got := statuses(asMember.owner); got["2026-06-01"] != "submitted pending" {
		t.Error(got)
	}
}
