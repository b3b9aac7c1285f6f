package entries_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

type object = map[string]any

// at is a moment some minutes from the start of the test service's clock.
func at(minutes int) string {
	return apitest.StartTime.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
}

// track creates an entry over some minutes and gives its id.
func track(p *apitest.User, from, to int, more ...object) string {
	return p.Track(at(from), at(to), more...)
}

func TestCreate(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	project := owner.Post("/api/projects", object{"name": "P", "isBillable": false}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "T"}).ID()
	made := owner.Post("/api/entries", object{
		"taskId": task, "startedAt": "2026-06-17T13:00:00.9+02:00", "stoppedAt": at(-30), "description": "x",
		"isBillable": nil,
	})
	want := object{
		"user_id": owner.ID, "project_id": project, "task_id": task, "started_at": at(-60), "stopped_at": at(-30),
		"duration_seconds": 1800.0, "is_billable": false, "hourly_rate": nil, "rate_source": "none", "currency": "EUR",
		"amount": 0.0, "is_locked": false, "submission_id": nil, "version": 1.0,
	}
	got := made.OK()
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %v, want %v", name, got[name], value)
		}
	}
	if made.Header.Get("ETag") != `"1"` {
		t.Errorf("ETag %s", made.Header.Get("ETag"))
	}
	if read := owner.Get("/api/entries/" + made.ID()).OK(); read["started_at"] != at(-60) {
		t.Errorf("read %v", read)
	}
}

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	for _, c := range []struct {
		body string
		want []string
	}{
		{`{}`, []string{"startedAt required", "stoppedAt required"}},
		{``, []string{" required"}},
		{`{"startedAt":"` + at(0) + `","stoppedAt":"` + at(-1) + `"}`, []string{"stoppedAt before_start"}},
		{`{"stopped_at":"` + at(6) + `","started_at":"` + at(6) + `"}`,
			[]string{"stopped_at in_future", "started_at in_future"}},
		{`{"startedAt":"1999-12-31T23:59:59Z","stoppedAt":"` + at(0) + `"}`, []string{"startedAt min_value"}},
		{`{"startedAt":"now","stoppedAt":"` + at(6) + `","isBillable":"yes"}`,
			[]string{"startedAt date_time_invalid", "isBillable type_invalid"}},
		{`{"startedAt":"` + at(0) + `","stoppedAt":"` + at(0) + `","userId":"x"}`, []string{"userId uuid_invalid"}},
		{`{"startedAt":"` + at(0) + `","stoppedAt":"` + at(0) + `","userId":"00000000-0000-4000-8000-000000000000"}`,
			[]string{"userId user_not_found"}},
	} {
		owner.Post("/api/entries", c.body).Invalid(c.want...)
	}
	owner.Post("/api/entries", "{").Problem(400, "malformed_request")
	if got := track(owner, 0, 0); got == "" {
		t.Error("no length, no entry")
	}
}

func TestCreateForAnother(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	theirs := track(owner, -60, -30, object{"userId": member.ID})
	if got := member.Get("/api/entries/" + theirs).OK()["user_id"]; got != member.ID {
		t.Errorf("user_id %v, want %s", got, member.ID)
	}
	member.Post("/api/entries", object{"userId": owner.ID, "startedAt": "x"}).Denied("role_insufficient")
	track(member, -10, -5, object{"userId": member.ID})
}

func TestReferencesByRole(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	public := owner.Post("/api/projects", object{"name": "Open", "visibility": "public"}).ID()
	private := owner.Post("/api/projects", object{"name": "Closed", "visibility": "private"}).ID()
	inPublic := owner.Post("/api/projects/"+public+"/tasks", object{"name": "T"}).ID()
	inPrivate := owner.Post("/api/projects/"+private+"/tasks", object{"name": "T"}).ID()
	try := func(p *apitest.User, more object) *apitest.Answer {
		more["startedAt"], more["stoppedAt"] = at(-2), at(-1)
		return p.Post("/api/entries", more)
	}
	try(member, object{"projectId": private}).Invalid("projectId project_not_found")
	try(member, object{"taskId": inPrivate}).Invalid("taskId task_not_found")
	try(member, object{"projectId": public}).Denied("not_project_member")
	try(member, object{"taskId": inPublic, "tagIds": "x"}).Denied("not_project_member")
	try(owner, object{"projectId": private}).OK()
	owner.Post("/api/projects/"+public+"/members", object{"userId": member.ID}).OK()
	owner.Post("/api/projects/"+private+"/members", object{"userId": member.ID}).OK()
	try(member, object{"projectId": public, "taskId": inPublic}).OK()
	mine := try(member, object{"taskId": inPrivate}).ID()

	owner.Delete("/api/projects/" + private + "/members/" + member.ID).OK()
	if got := member.Patch("/api/entries/"+mine, object{"description": "still mine"}).OK(); got["project_id"] != private {
		t.Errorf("project_id %v, want %s", got["project_id"], private)
	}
}

func TestReferencesIntoOtherWorkspaces(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("zoe")
	foreign := outsider.Post("/api/projects", object{"name": "Zoe's"}).ID()
	other := owner.Post("/api/workspaces", object{"name": "Second"}).ID()
	otherToken := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Bearer: owner.Token,
		Cookies: nil, Body: object{"workspaceId": other}})).Token
	second := *owner
	second.Token = otherToken
	project := second.Post("/api/projects", object{"name": "P"}).ID()
	task := second.Post("/api/projects/"+project+"/tasks", object{"name": "T"}).ID()
	tag := second.Post("/api/tags", object{"name": "g"}).ID()
	for _, body := range []object{
		{"projectId": project}, {"taskId": task}, {"tagIds": []string{tag}}, {"projectId": project, "description": 7},
	} {
		body["startedAt"], body["stoppedAt"] = at(-2), at(-1)
		owner.Post("/api/entries", body).Denied("workspace_mismatch")
	}
	owner.Post("/api/timers/start", object{"projectId": foreign}).Invalid("projectId project_not_found")
	owner.Get("/api/entries?project_id=" + project).Denied("workspace_mismatch")
	owner.Get("/api/entries?project_id=" + foreign).Invalid("project_id project_not_found")

	guest := outsider.AddMember("gus", "user")
	own := guest.Post("/api/workspaces", object{"name": "Gus"}).ID()
	guest.Token = guest.Switch(own).Token
	guest.Post("/api/timers/start", object{"projectId": foreign}).Invalid("projectId project_not_found")
}
