package entries_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestEdit(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	a := owner.Post("/api/projects", object{"name": "A"}).ID()
	b := owner.Post("/api/projects", object{"name": "B"}).ID()
	ofA := owner.Post("/api/projects/"+a+"/tasks", object{"name": "T"}).ID()
	ofB := owner.Post("/api/projects/"+b+"/tasks", object{"name": "T"}).ID()
	tag := owner.Post("/api/tags", object{"name": "g"}).ID()
	entry := "/api/entries/" + track(owner, -60, -30, object{"taskId": ofA, "tagIds": []string{tag}})
	for _, c := range []struct {
		body    object
		project any
		task    any
	}{
		{object{"description": "x"}, a, ofA},
		{object{"taskId": nil}, a, nil},
		{object{"taskId": ofB}, b, ofB},
		{object{"projectId": b}, b, ofB},
		{object{"projectId": a}, a, nil},
		{object{"projectId": b, "taskId": ofB}, b, ofB},
		{object{"projectId": nil}, nil, nil},
	} {
		got := owner.Patch(entry, c.body).OK()
		if got["project_id"] != c.project || got["task_id"] != c.task {
			t.Errorf("%v: project %v, task %v, want %v, %v", c.body, got["project_id"], got["task_id"], c.project, c.task)
		}
	}
	for _, c := range []struct {
		body object
		want string
	}{
		{object{"projectId": a, "taskId": ofB}, "taskId task_not_in_project"},
		{object{"projectId": nil, "taskId": ofB}, "taskId task_not_in_project"},
		{object{"startedAt": at(-29)}, "startedAt before_start"},
		{object{"stoppedAt": at(-61)}, "stoppedAt before_start"},
		{object{"stoppedAt": nil}, "stoppedAt required"},
		{object{"tagIds": []string{tag, a}}, "tagIds[1] tag_not_found"},
	} {
		owner.Patch(entry, c.body).Invalid(c.want)
	}
	got := owner.Patch(entry, object{"tagIds": nil, "description": nil, "startedAt": at(-90), "isBillable": false}).OK()
	if len(got["tag_ids"].([]any)) != 0 || got["description"] != "" || got["duration_seconds"] != 3600.0 ||
		got["is_billable"] != false {
		t.Errorf("edited %v", got)
	}
	if items := owner.Get("/api/entries?from=" + at(-90) + "&to=" + at(-89)).Items(); len(items) != 1 {
		t.Errorf("the list has %d entries at the new start, want 1", len(items))
	}
}

func TestArchivedProjectsKeepTheirTime(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	shut := owner.Post("/api/projects", object{"name": "P"}).ID()
	inside, outside := track(owner, -60, -30, object{"projectId": shut}), track(owner, -20, -10)
	owner.Patch("/api/projects/"+shut, object{"isArchived": true}).OK()
	owner.Patch("/api/entries/"+outside, object{"projectId": shut}).Invalid("projectId project_archived")
	owner.Patch("/api/entries/"+inside, object{"projectId": shut, "description": "late", "startedAt": at(-70)}).OK()
	owner.Delete("/api/entries/" + inside).OK()
}

func TestVersions(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	entry := "/api/entries/" + track(owner, -60, -30)
	send := func(method, tag, text string) *apitest.Answer {
		return owner.With("If-Match", tag).Do(method, entry, object{"description": text})
	}
	if got := send("PATCH", `"1"`, "a"); got.OK()["version"] != 2.0 || got.Header.Get("ETag") != `"2"` {
		t.Errorf("version %v, ETag %s", got.OK()["version"], got.Header.Get("ETag"))
	}
	send("PATCH", `"1"`, "b").Problem(409, "conflict")
	send("PATCH", `"1"`, "a").Problem(409, "conflict")
	send("PATCH", `*`, "a").OK()
	send("DELETE", `"1"`, "").Problem(409, "conflict")
	send("DELETE", `"2"`, "").OK()
	owner.Get(entry).Problem(404, "not_found")
	owner.Delete(entry).Problem(404, "not_found")
}

func TestTheRunningTimerByItsID(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	timer := owner.Post("/api/timers/start", object{"startedAt": at(-10)}).ID()
	entry := "/api/entries/" + timer
	if got := owner.Get(entry).OK(); got["stopped_at"] != nil || got["duration_seconds"] != 600.0 {
		t.Errorf("read %v", got)
	}
	owner.Patch(entry, object{"description": "on"}).OK()
	if got := owner.Get("/api/timers/current").OK()["timer"].(object)["description"]; got != "on" {
		t.Errorf("description %v, want on", got)
	}
	owner.Patch(entry, object{"stoppedAt": at(-5)}).OK()
	if owner.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("the timer runs")
	}
	owner.Post("/api/timers/start", nil).OK()
	second := owner.Get("/api/timers/current").OK()["timer"].(object)["id"].(string)
	owner.Delete("/api/entries/" + second).OK()
	if items := owner.Get("/api/entries").Items(); len(items) != 1 || items[0]["id"] != timer {
		t.Errorf("entries %v", items)
	}
}

func TestEntryOwner(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member, coworker, analyst, manager := owner.AddMember("bob", "user"), owner.AddMember("eve", "user"),
		owner.AddMember("ann", "analyst"),
		owner.AddMember("max", "user")
	managed := owner.Post("/api/projects", object{"name": "P"}).ID()
	owner.Post("/api/projects/"+managed+"/members", object{"userId": member.ID}).OK()
	owner.Post("/api/projects/"+managed+"/members", object{"userId": manager.ID, "isManager": true}).OK()
	inside, outside := "/api/entries/"+track(member, -60, -30, object{"projectId": managed}),
		"/api/entries/"+track(member, -20, -10)
	for _, query := range []string{"", "?user_id=" + member.ID, "?userId=" + member.ID} {
		owner.Get(outside + query).OK()
		analyst.Get(outside + query).OK()
		manager.Get(inside + query).OK()
		manager.Get(outside+query).Problem(404, "not_found")
		coworker.Get(inside+query).Problem(404, "not_found")
		coworker.Delete(inside+query).Problem(404, "not_found")
	}
	owner.Get(outside+"?user_id="+coworker.ID).Problem(404, "not_found")
	owner.Get(outside + "?user_id=x").Invalid("user_id uuid_invalid")
	analyst.Patch(outside, "{").Denied("analyst_read_only")
	manager.Patch(inside, object{}).Denied("role_insufficient")
	manager.Delete(inside).Denied("role_insufficient")
	if got := owner.Patch(outside+"?user_id="+member.ID,
		object{"description": "by ada"}).OK(); got["user_id"] != member.ID {
		t.Errorf("user_id %v, want %s", got["user_id"], member.ID)
	}
	owner.Delete(outside).OK()
	member.Get(outside).Problem(404, "not_found")
	api.Register("zoe").Get(inside).Problem(404, "not_found")
}

func TestEntryIDSharedByTwoUsers(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member, coworker := owner.AddMember("bob", "user"), owner.AddMember("eve", "user")
	const id = "0197a000-0000-7000-8000-000000000001"
	for _, p := range []*apitest.User{member, coworker} {
		p.Post("/api/entries:bulk", object{"items": []object{{"id": id, "startedAt": at(-2), "stoppedAt": at(-1)}}}).OK()
	}
	if got := member.Get("/api/entries/" + id).OK()["user_id"]; got != member.ID {
		t.Errorf("user_id %v, want %s", got, member.ID)
	}
	owner.Get("/api/entries/"+id).Problem(409, "conflict")
	if got := owner.Get("/api/entries/" + id + "?user_id=" + coworker.ID).OK()["user_id"]; got != coworker.ID {
		t.Errorf("user_id %v, want %s", got, coworker.ID)
	}
}

// Whoever left a project keeps and edits their time on it. Moving it to another task of the project is time that they
// track to it.
func TestLeftProjectTakesNoOtherTask(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	for visibility, refuse := range map[string]func(*apitest.Answer){
		"private": func(a *apitest.Answer) { a.Invalid("taskId task_not_found") },
		"public":  func(a *apitest.Answer) { a.Denied("not_project_member") },
	} {
		project := owner.Post("/api/projects", object{"name": visibility, "visibility": visibility}).ID()
		owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
		first := owner.Post("/api/projects/"+project+"/tasks", object{"name": "first"}).ID()
		second := owner.Post("/api/projects/"+project+"/tasks", object{"name": "second"}).ID()
		path := "/api/entries/" + member.Post("/api/entries", object{"taskId": first, "startedAt": at(-60),
			"stoppedAt": at(-30)}).ID()
		member.Patch(path, object{"taskId": second}).OK()
		owner.Delete("/api/projects/" + project + "/members/" + member.ID).OK()
		for _, body := range []object{{"taskId": first}, {"taskId": first, "projectId": project}} {
			refuse(member.Patch(path, body))
		}
		member.Patch(path, object{"taskId": second, "description": "still mine"}).OK()
		owner.Patch(path+"?user_id="+member.ID, object{"taskId": first}).OK()
		member.Patch(path, object{"taskId": nil}).OK()
	}
}
