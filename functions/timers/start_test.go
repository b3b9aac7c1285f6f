package timers_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

type object = map[string]any

// at is a moment some minutes from the start of the test service's clock.
func at(minutes int) string {
	return apitest.StartTime.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
}

func TestStartTakesEverythingItIsGiven(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	project := owner.Post("/api/projects", object{"name": "Bridge", "isBillable": false}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "Draw"}).ID()
	tag := owner.Post("/api/tags", object{"name": "site"}).ID()
	timer := owner.Post("/api/timers/start", object{
		"taskId": task, "description": "Pier 2", "tagIds": []string{tag, tag}, "startedAt": at(-30),
	}).OK()
	want := object{
		"project_id": project, "task_id": task, "description": "Pier 2", "started_at": at(-30), "stopped_at": nil,
		"duration_seconds": 1800.0, "is_billable": false, "hourly_rate": nil, "rate_source": "none", "amount": 0.0,
		"user_id": owner.ID, "version": 1.0, "stopped_entry": nil,
	}
	for name, value := range want {
		if timer[name] != value {
			t.Errorf("%s is %v, want %v", name, timer[name], value)
		}
	}
	if tags := timer["tag_ids"].([]any); len(tags) != 1 || tags[0] != tag {
		t.Errorf("tag_ids %v, want %s once", tags, tag)
	}
	current := owner.Get("/api/timers/current").OK()["timer"].(object)
	if current["id"] != timer["id"] {
		t.Errorf("current is %v, want %v", current["id"], timer["id"])
	}
}

func TestStartIsBillableByDefault(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	no := owner.Post("/api/projects", object{"name": "Inside", "isBillable": false}).ID()
	start := func(body object) any { return owner.Post("/api/timers/start", body).OK()["is_billable"] }
	if got := start(object{"startedAt": at(-10)}); got != true {
		t.Errorf("the first default of a workspace: is_billable %v, want true", got)
	}
	owner.Do("PUT", "/api/workspaces/me/billable-settings", object{"currency": "EUR", "defaultHourlyRate": nil,
		"defaultIsBillable": false, "rounding": object{"mode": "none"}, "membersSeeRates": false}).OK()
	for _, c := range []struct {
		what string
		body object
		want bool
	}{
		{"the workspace's default", object{"startedAt": at(-9)}, false},
		{"the project's default", object{"projectId": no, "startedAt": at(-8)}, false},
		{"what the caller says", object{"projectId": no, "isBillable": true, "startedAt": at(-7)}, true},
	} {
		if got := start(c.body); got != c.want {
			t.Errorf("%s: is_billable %v, want %t", c.what, got, c.want)
		}
	}
}

func TestStartWithoutABody(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	timer := owner.Post("/api/timers/start", nil).OK()
	if timer["started_at"] != at(0) || timer["description"] != "" || timer["project_id"] != nil {
		t.Errorf("started %v", timer)
	}
	if tags, ok := timer["tag_ids"].([]any); !ok || len(tags) != 0 {
		t.Errorf("tag_ids %v, want []", timer["tag_ids"])
	}
}

func TestStartRefuses(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	a := owner.Post("/api/projects", object{"name": "A"}).ID()
	b := owner.Post("/api/projects", object{"name": "B"}).ID()
	ofB := owner.Post("/api/projects/"+b+"/tasks", object{"name": "T"}).ID()
	shut := owner.Post("/api/projects", object{"name": "Shut"}).ID()
	inShut := owner.Post("/api/projects/"+shut+"/tasks", object{"name": "T"}).ID()
	done := owner.Post("/api/projects/"+a+"/tasks", object{"name": "Done"}).ID()
	owner.Patch("/api/projects/"+shut, object{"isArchived": true}).OK()
	owner.Post("/api/tasks/"+done+"/archive", nil).OK()
	const nobody = "00000000-0000-4000-8000-000000000000"
	many := make([]string, 51)
	for i := range many {
		many[i] = nobody
	}
	for _, c := range []struct {
		body object
		want []string
	}{
		{object{"projectId": nobody}, []string{"projectId project_not_found"}},
		{object{"taskId": nobody}, []string{"taskId task_not_found"}},
		{object{"tagIds": []string{nobody}}, []string{"tagIds[0] tag_not_found"}},
		{object{"project_id": "x"}, []string{"project_id uuid_invalid"}},
		{object{"projectId": a, "taskId": ofB}, []string{"taskId task_not_in_project"}},
		{object{"projectId": shut}, []string{"projectId project_archived"}},
		{object{"taskId": inShut}, []string{"taskId project_archived"}},
		{object{"projectId": a, "taskId": done}, []string{"taskId task_archived"}},
		{object{"startedAt": "1999-12-31T23:59:59Z"}, []string{"startedAt min_value"}},
		{object{"startedAt": at(6)}, []string{"startedAt in_future"}},
		{object{"description": strings.Repeat("é", 5001)}, []string{"description max_length"}},
		{object{"tagIds": many}, []string{"tagIds max_items", "tagIds[0] tag_not_found"}},
	} {
		owner.Post("/api/timers/start", c.body).Invalid(c.want...)
	}
	if owner.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("something was started")
	}
	owner.Post("/api/timers/start", object{"startedAt": at(5), "description": strings.Repeat("é", 5000)}).OK()
}

func TestStartReportsFormAndReferencesTogether(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	body :=
		`{"tagIds":["x","00000000-0000-4000-8000-000000000000"],"description":7,"startedAt":"2031-01-01T00:00:00Z","projectId":"00000000-0000-4000-8000-000000000000"}`
	owner.Post("/api/timers/start", body).Invalid(
		"tagIds[0] uuid_invalid", "tagIds[1] tag_not_found", "description type_invalid", "startedAt in_future",
		"projectId project_not_found")
}

// Who switches twice within a second gets an entry of 0 seconds, and no error.
func TestStartSwitchesWithinOneSecond(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"allowOverlap": false}).OK()
	started := []string{owner.Post("/api/timers/start", nil).ID()}
	for range 3 {
		next := owner.Post("/api/timers/start", nil).OK()
		stopped := next["stopped_entry"].(object)
		if stopped["id"] != started[len(started)-1] || stopped["duration_seconds"] != 0.0 || stopped["stopped_at"] != at(0) {
			t.Errorf("stopped_entry %v", stopped)
		}
		started = append(started, next["id"].(string))
	}
	items := owner.Get("/api/entries").Items()
	if len(items) != len(started) {
		t.Errorf("%d entries, want %d", len(items), len(started))
	}
	if got := owner.Get("/api/timers/current").OK()["timer"].(object)["id"]; got != started[len(started)-1] {
		t.Errorf("current is %v, want the last", got)
	}
}

func TestStartSwitches(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	first := owner.Post("/api/timers/start", object{"startedAt": at(-60)}).OK()
	second := owner.Post("/api/timers/start", object{"startedAt": at(-10)}).OK()
	stopped := second["stopped_entry"].(object)
	if stopped["id"] != first["id"] || stopped["stopped_at"] != at(-10) || stopped["duration_seconds"] != 3000.0 ||
		stopped["version"] != 2.0 {
		t.Errorf("stopped_entry %v", stopped)
	}
	if got := owner.Get("/api/entries/" + first["id"].(string)).OK(); got["stopped_at"] != at(-10) {
		t.Errorf("the entry is %v", got)
	}
	owner.Post("/api/timers/start", object{"startedAt": at(-11)}).Problem(409, "conflict")
	if got := owner.Get("/api/timers/current").OK()["timer"].(object)["id"]; got != second["id"] {
		t.Errorf("current is %v, want %v", got, second["id"])
	}
}

func TestStartOnceForAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	request := apitest.Request{
		Method: "POST", Path: "/api/timers/start", Bearer: owner.Token, Body: object{"description": "once"},
		Header: map[string]string{"Idempotency-Key": "k1"},
	}
	first := api.Send(request).ID()
	api.Clock.Advance(time.Minute)
	again := api.Send(request)
	if again.ID() != first || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("again %s, replayed %q", again.ID(), again.Header.Get("Idempotency-Replayed"))
	}
	request.Body = object{"description": "twice"}
	api.Send(request).Invalid("Idempotency-Key idempotency_key_reused")
	if items := owner.Get("/api/entries").Items(); len(items) != 1 {
		t.Errorf("%d entries, want 1", len(items))
	}
}

func TestFirstUseIsMarked(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	project := owner.Post("/api/projects", object{"name": "P"}).ID()
	tag := owner.Post("/api/tags", object{"name": "g"}).ID()
	owner.Post("/api/timers/start", object{"projectId": project, "tagIds": []string{tag}}).OK()
	owner.Delete("/api/projects/"+project).Problem(409, "conflict")
	owner.Delete("/api/tags/"+tag).Problem(409, "conflict")
}
