package timers_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestTrackTenMinutes(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")

	started := owner.Post("/api/timers/start", map[string]any{"description": "Plan"}).OK()
	if started["stopped_entry"] != nil {
		t.Errorf("stopped_entry %v, want null", started["stopped_entry"])
	}
	api.Clock.Advance(10 * time.Minute)
	stopped := owner.Post("/api/timers/"+started["id"].(string)+"/stop", nil).OK()
	if got := stopped["duration_seconds"]; got != 600.0 {
		t.Errorf("duration %v, want 600", got)
	}
	items := owner.Get("/api/entries").Items()
	if len(items) != 1 || items[0]["id"] != started["id"] {
		t.Errorf("list %v, want the one entry %v", items, started["id"])
	}
}

func TestStopRules(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	timer := owner.Post("/api/timers/start", object{"startedAt": at(-10)}).ID()
	stop := "/api/timers/" + timer + "/stop"
	owner.Post(stop, object{"stoppedAt": at(-11)}).Invalid("stoppedAt before_start")
	owner.Post(stop, object{"stoppedAt": at(6)}).Invalid("stoppedAt in_future")
	owner.Post(stop, object{"stoppedAt": "soon"}).Invalid("stoppedAt date_time_invalid")
	stopped := owner.Post(stop, object{"stoppedAt": at(-10)}).OK()
	if stopped["duration_seconds"] != 0.0 || stopped["version"] != 2.0 {
		t.Errorf("stopped %v", stopped)
	}
	api.Clock.Advance(10 * time.Minute)
	for _, body := range []any{nil, object{}, object{"stoppedAt": at(-10)}} {
		if again := owner.Post(stop, body).OK(); again["version"] != 2.0 || again["stopped_at"] != at(-10) {
			t.Errorf("again %v", again)
		}
	}
	owner.Post(stop, object{"stoppedAt": at(-9)}).Problem(409, "conflict")
	owner.Post("/api/timers/00000000-0000-4000-8000-000000000000/stop", nil).Problem(404, "not_found")
	owner.Post("/api/timers/x/stop", nil).Problem(404, "not_found")
	if owner.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("a timer runs")
	}
}

func TestTimerOnArchivedProjectCanBeStoppedAndEdited(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	project := owner.Post("/api/projects", object{"name": "P"}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "T"}).ID()
	timer := owner.Post("/api/timers/start", object{"taskId": task}).ID()
	owner.Post("/api/tasks/"+task+"/archive", nil).OK()
	owner.Patch("/api/projects/"+project, object{"isArchived": true}).OK()
	edited := owner.Patch("/api/timers/"+timer, object{"description": "on", "projectId": project, "taskId": task}).OK()
	if edited["description"] != "on" || edited["task_id"] != task {
		t.Errorf("edited %v", edited)
	}
	if got := owner.Post("/api/timers/"+timer+"/stop", nil).OK()["project_id"]; got != project {
		t.Errorf("project_id %v, want %s", got, project)
	}
}

func TestWhoMayStop(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member, coworker, analyst := owner.AddMember("bob", "user"), owner.AddMember("eve", "user"),
		owner.AddMember("ann", "analyst")
	timer := member.Post("/api/timers/start", nil).ID()
	stop := "/api/timers/" + timer + "/stop"
	api.Register("zoe").Post(stop, nil).Problem(404, "not_found")
	coworker.Post(stop, nil).Problem(404, "not_found")
	analyst.Post(stop, nil).Denied("analyst_read_only")
	analyst.Post("/api/timers/start", "{").Denied("analyst_read_only")
	if got := owner.Post(stop, nil).OK()["user_id"]; got != member.ID {
		t.Errorf("stopped the timer of %v, want %s", got, member.ID)
	}
	next := member.Post("/api/timers/start", object{"startedAt": at(1)}).ID()
	owner.Post("/api/timers/"+next+"/stop?user_id="+member.ID, object{"stopped_at": at(2)}).OK()
	owner.Post("/api/timers/"+next+"/stop?user_id="+owner.ID, nil).Problem(404, "not_found")
	owner.Post("/api/timers/"+next+"/stop?user_id=x", nil).Invalid("user_id uuid_invalid")
	if member.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("bob's timer runs")
	}
}

func TestAManagerReadsATimerButDoesNotStopIt(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member, coworker := owner.AddMember("bob", "user"), owner.AddMember("eve", "user")
	project := owner.Post("/api/projects", object{"name": "P"}).ID()
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	owner.Post("/api/projects/"+project+"/members", object{"userId": coworker.ID, "isManager": true}).OK()
	timer := member.Post("/api/timers/start", object{"projectId": project}).ID()
	if got := coworker.Get("/api/entries/" + timer).OK(); got["amount"] != 0.0 {
		t.Errorf("the manager sees the amount %v, want 0", got["amount"])
	}
	if got := member.Get("/api/entries/" + timer).OK(); got["amount"] != nil {
		t.Errorf("the owner sees the amount %v, want null", got["amount"])
	}
	coworker.Post("/api/timers/"+timer+"/stop", nil).Denied("role_insufficient")
	coworker.Delete("/api/timers/" + timer).Denied("role_insufficient")
	coworker.Patch("/api/entries/"+timer, "{").Denied("role_insufficient")
}

func TestTwinsForAPIKeys(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	key := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "cli"}).OK()["token"].(string)
	send := func(method, path string) *apitest.Answer { return api.As(key).Do(method, path, nil) }
	timer := send("POST", "/api/v1/timers/start").ID()
	if got := send("GET", "/api/v1/timers/current").OK()["timer"].(object)["id"]; got != timer {
		t.Errorf("current %v, want %s", got, timer)
	}
	if send("POST", "/api/v1/timers/"+timer+"/stop").OK()["stopped_at"] == nil {
		t.Error("not stopped")
	}
	owner.Get("/api/v1/timers/current").Problem(401, "unauthorized")
}

func TestStopTheRunningTimer(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	const path = "/api/timers/current/stop"
	owner.Post(path, nil).Problem(404, "not_found")
	timer := owner.Post("/api/timers/start", object{"startedAt": at(-10)}).ID()
	owner.Post(path, object{"stoppedAt": at(-11)}).Invalid("stoppedAt before_start")
	owner.Post(path, "{broken").Problem(400, "malformed_request")
	if stopped := owner.Post(path, object{"stoppedAt": at(-5)}).OK(); stopped["id"] != timer ||
		stopped["duration_seconds"] != 300.0 {
		t.Errorf("stopped %v", stopped)
	}
	owner.Post(path, nil).Problem(404, "not_found")
}

func TestAKeyStopsTheRunningTimer(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	key := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys",
		object{"name": "cli", "access": "time"}).OK()["token"].(string)
	owner.Post("/api/timers/start", nil).OK()
	api.Clock.Advance(time.Minute)
	answer := api.As(key).Post("/api/v1/timers/current/stop", nil)
	if answer.OK()["duration_seconds"] != 60.0 {
		t.Errorf("stopped %s", answer.Body)
	}
}
