package entries_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestEdit(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	a := ada.Post("/api/projects", object{"name": "A"}).ID()
	b := ada.Post("/api/projects", object{"name": "B"}).ID()
	ofA := ada.Post("/api/projects/"+a+"/tasks", object{"name": "T"}).ID()
	ofB := ada.Post("/api/projects/"+b+"/tasks", object{"name": "T"}).ID()
	tag := ada.Post("/api/tags", object{"name": "g"}).ID()
	entry := "/api/entries/" + track(ada, -60, -30, object{"taskId": ofA, "tagIds": []string{tag}})
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
		got := ada.Patch(entry, c.body).OK()
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
		ada.Patch(entry, c.body).Invalid(c.want)
	}
	got := ada.Patch(entry, object{"tagIds": nil, "description": nil, "startedAt": at(-90), "isBillable": false}).OK()
	if len(got["tag_ids"].([]any)) != 0 || got["description"] != "" || got["duration_seconds"] != 3600.0 ||
		got["is_billable"] != false {
		t.Errorf("edited %v", got)
	}
	if items := ada.Get("/api/entries?from=" + at(-90) + "&to=" + at(-89)).Items(); len(items) != 1 {
		t.Errorf("the list has %d entries at the new start, want 1", len(items))
	}
}

func TestArchivedProjectsKeepTheirTime(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	shut := ada.Post("/api/projects", object{"name": "P"}).ID()
	inside, outside := track(ada, -60, -30, object{"projectId": shut}), track(ada, -20, -10)
	ada.Patch("/api/projects/"+shut, object{"isArchived": true}).OK()
	ada.Patch("/api/entries/"+outside, object{"projectId": shut}).Invalid("projectId project_archived")
	ada.Patch("/api/entries/"+inside, object{"projectId": shut, "description": "late", "startedAt": at(-70)}).OK()
	ada.Delete("/api/entries/" + inside).OK()
}

func TestVersions(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	entry := "/api/entries/" + track(ada, -60, -30)
	send := func(method, tag, text string) *apitest.Answer {
		return h.Send(apitest.Request{Method: method, Path: entry, Bearer: ada.Token, Body: object{"description": text},
			Header: map[string]string{"If-Match": tag}})
	}
	if got := send("PATCH", `"1"`, "a"); got.OK()["version"] != 2.0 || got.Header.Get("ETag") != `"2"` {
		t.Errorf("version %v, ETag %s", got.OK()["version"], got.Header.Get("ETag"))
	}
	send("PATCH", `"1"`, "b").Problem(409, "conflict")
	send("PATCH", `"1"`, "a").Problem(409, "conflict")
	send("PATCH", `*`, "a").OK()
	send("DELETE", `"1"`, "").Problem(409, "conflict")
	send("DELETE", `"2"`, "").OK()
	ada.Get(entry).Problem(404, "not_found")
	ada.Delete(entry).Problem(404, "not_found")
}

func TestTheRunningTimerByItsID(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	timer := ada.Post("/api/timers/start", object{"startedAt": at(-10)}).ID()
	entry := "/api/entries/" + timer
	if got := ada.Get(entry).OK(); got["stopped_at"] != nil || got["duration_seconds"] != 600.0 {
		t.Errorf("read %v", got)
	}
	ada.Patch(entry, object{"description": "on"}).OK()
	if got := ada.Get("/api/timers/current").OK()["timer"].(object)["description"]; got != "on" {
		t.Errorf("description %v, want on", got)
	}
	ada.Patch(entry, object{"stoppedAt": at(-5)}).OK()
	if ada.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("the timer runs")
	}
	ada.Post("/api/timers/start", nil).OK()
	second := ada.Get("/api/timers/current").OK()["timer"].(object)["id"].(string)
	ada.Delete("/api/entries/" + second).OK()
	if items := ada.Get("/api/entries").Items(); len(items) != 1 || items[0]["id"] != timer {
		t.Errorf("entries %v", items)
	}
}

func TestEntryOwner(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob, eve, ann, max := ada.AddMember("bob", "user"), ada.AddMember("eve", "user"), ada.AddMember("ann", "analyst"),
		ada.AddMember("max", "user")
	managed := ada.Post("/api/projects", object{"name": "P"}).ID()
	ada.Post("/api/projects/"+managed+"/members", object{"userId": bob.ID}).OK()
	ada.Post("/api/projects/"+managed+"/members", object{"userId": max.ID, "isManager": true}).OK()
	inside, outside := "/api/entries/"+track(bob, -60, -30, object{"projectId": managed}),
		"/api/entries/"+track(bob, -20, -10)
	for _, query := range []string{"", "?user_id=" + bob.ID, "?userId=" + bob.ID} {
		ada.Get(outside + query).OK()
		ann.Get(outside + query).OK()
		max.Get(inside + query).OK()
		max.Get(outside+query).Problem(404, "not_found")
		eve.Get(inside+query).Problem(404, "not_found")
		eve.Delete(inside+query).Problem(404, "not_found")
	}
	ada.Get(outside+"?user_id="+eve.ID).Problem(404, "not_found")
	ada.Get(outside + "?user_id=x").Invalid("user_id uuid_invalid")
	ann.Patch(outside, "{").Denied("analyst_read_only")
	max.Patch(inside, object{}).Denied("role_insufficient")
	max.Delete(inside).Denied("role_insufficient")
	if got := ada.Patch(outside+"?user_id="+bob.ID, object{"description": "by ada"}).OK(); got["user_id"] != bob.ID {
		t.Errorf("user_id %v, want %s", got["user_id"], bob.ID)
	}
	ada.Delete(outside).OK()
	bob.Get(outside).Problem(404, "not_found")
	h.Register("zoe").Get(inside).Problem(404, "not_found")
}

func TestEntryIDSharedByTwoUsers(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	bob, eve := ada.AddMember("bob", "user"), ada.AddMember("eve", "user")
	const id = "0197a000-0000-7000-8000-000000000001"
	for _, p := range []*apitest.User{bob, eve} {
		p.Post("/api/entries:bulk", object{"items": []object{{"id": id, "startedAt": at(-2), "stoppedAt": at(-1)}}}).OK()
	}
	if got := bob.Get("/api/entries/" + id).OK()["user_id"]; got != bob.ID {
		t.Errorf("user_id %v, want %s", got, bob.ID)
	}
	ada.Get("/api/entries/"+id).Problem(409, "conflict")
	if got := ada.Get("/api/entries/" + id + "?user_id=" + eve.ID).OK()["user_id"]; got != eve.ID {
		t.Errorf("user_id %v, want %s", got, eve.ID)
	}
}
