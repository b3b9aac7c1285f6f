package mcp_test

import (
	"fmt"
	"testing"
	"time"
)

const submissionsPath = "/api/workspaces/me/timesheet-submissions"

// What did I forget last week? And what waits for me?
func TestTimesheetStatus(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t, "Website")
	member := owner.AddMember("bob", "user")
	project := owner.Get("/api/projects").Items()[0]["id"].(string)
	for _, day := range []string{"2026-06-08", "2026-06-10"} {
		track(member, day, 8, nil)
	}
	mine := newAgent(member, "read")
	out := mine.ok(t, "timesheet_status", object{})
	if fmt.Sprint(out["missing_days"]) != "[2026-06-09 2026-06-11 2026-06-12]" || out["first_day"] != "2026-06-08" ||
		out["total_seconds"] != 57600.0 || out["unsubmitted_seconds"] != 57600.0 || len(out["waiting"].([]any)) != 0 {
		t.Errorf("%v", out)
	}
	if days := mine.ok(t, "timesheet_status", object{"period": "this week"})["missing_days"]; fmt.Sprint(days) !=
		"[2026-06-15 2026-06-16 2026-06-17]" {
		t.Errorf("the days to come are missing: %v", days)
	}
	submission := member.Post(submissionsPath, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14",
		"note": "All"}).OK()
	out = mine.ok(t, "timesheet_status", object{})
	if list := out["timesheets"].([]any); len(list) != 1 || at(list[0], "status") != "submitted" ||
		out["unsubmitted_seconds"] != 0.0 {
		t.Errorf("%v", out)
	}
	waits := func(a agent) []any { return a.ok(t, "timesheet_status", object{})["waiting"].([]any) }
	if list := waits(newAgent(owner, "read")); len(list) != 1 || at(list[0], "person.name.data") != "bob" ||
		at(list[0], "note.data") != "All" {
		t.Errorf("%v", list)
	}
	manager := owner.AddMember("carol", "user")
	owner.Post("/api/projects/"+project+"/members", object{"userId": manager.ID, "isManager": true}).OK()
	if list := waits(newAgent(manager, "read")); len(list) != 0 {
		t.Errorf("a manager of another project: %v", list)
	}
	line := submission["lines"].([]any)[0].(object)["id"].(string)
	owner.Post("/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": "Which project?"}).OK()
	rejected := mine.ok(t, "timesheet_status", object{})["timesheets"].([]any)[0].(object)["lines"].([]any)[0]
	if at(rejected, "status") != "rejected" || at(rejected, "reason.data") != "Which project?" {
		t.Errorf("%v", rejected)
	}
	if list := waits(newAgent(owner, "read")); len(list) != 0 {
		t.Errorf("nothing is pending: %v", list)
	}
	mine.refused(t, "timesheet_status", object{"person": owner.ID}, "forbidden")
	mine.refused(t, "timesheet_status", object{"period": "this year"}, "validation")
}

// A manager sees what waits on their projects.
func TestTimesheetsWaitForManagers(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t, "Website")
	member, manager := owner.AddMember("bob", "user"), owner.AddMember("carol", "user")
	project := owner.Get("/api/projects").Items()[0]["id"].(string)
	owner.Post("/api/projects/"+project+"/members", object{"userId": manager.ID, "isManager": true}).OK()
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	track(member, "2026-06-08", 8, object{"projectId": project})
	track(member, "2026-06-09", 8, nil)
	submission := member.Post(submissionsPath, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14"}).OK()
	a := newAgent(manager, "read")
	if list := a.ok(t, "timesheet_status", object{})["waiting"].([]any); len(list) != 1 {
		t.Errorf("%v", list)
	}
	manager.Post(submissionsPath+"/"+submission["id"].(string)+"/approve-all", nil).OK()
	if list := a.ok(t, "timesheet_status", object{})["waiting"].([]any); len(list) != 0 {
		t.Errorf("what others decide on: %v", list)
	}
}

func TestWhatChanged(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t)
	a := newAgent(owner, "read")
	first := a.ok(t, "what_changed", object{"since": "2026-06-17T14:00", "types": []string{"project", "entry"}})
	owner.Clock.Advance(time.Second)
	project := owner.Post("/api/projects", object{"name": "Website"}).ID()
	owner.Clock.Advance(time.Second)
	entry := track(owner, "2026-06-17", 1, object{"projectId": project, "description": "Header"})
	page := a.ok(t, "what_changed", object{"cursor": first["next_cursor"], "types": []string{"project", "entry"},
		"limit": 1})
	if list := page["changes"].([]any); len(list) != 1 || at(list[0], "name.data") != "Website" ||
		page["has_more"] != true {
		t.Errorf("%v", page)
	}
	page = a.ok(t, "what_changed", object{"cursor": page["next_cursor"], "types": []string{"project", "entry"}})
	list := page["changes"].([]any)
	last := list[len(list)-1]
	if at(last, "id") != entry || at(last, "entry.description.data") != "Header" ||
		at(last, "entry.project.name.data") != "Website" || at(last, "change") != "upsert" {
		t.Errorf("%v", last)
	}
	owner.Delete("/api/entries/" + entry).OK()
	all := a.ok(t, "what_changed", object{"since": "today", "types": []string{"entry"}})["changes"].([]any)
	if at(all[0], "change") != "delete" || at(all[0], "entry") != nil {
		t.Errorf("%v", all)
	}
	a.refused(t, "what_changed", object{"since": "2020-01-01"}, "validation")
	a.refused(t, "what_changed", object{"types": []string{"moon"}}, "validation")
}
