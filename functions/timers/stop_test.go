package timers_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestTrackTenMinutes(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")

	started := ada.Post("/api/timers/start", map[string]any{"description": "Plan"}).OK()
	if started["stopped_entry"] != nil {
		t.Errorf("stopped_entry %v, want null", started["stopped_entry"])
	}
	h.Clock.Advance(10 * time.Minute)
	stopped := ada.Post("/api/timers/"+started["id"].(string)+"/stop", nil).OK()
	if got := stopped["duration_seconds"]; got != 600.0 {
		t.Errorf("duration %v, want 600", got)
	}
	items := ada.Get("/api/entries").Items()
	if len(items) != 1 || items[0]["id"] != started["id"] {
		t.Errorf("list %v, want the one entry %v", items, started["id"])
	}
}

func TestStopRules(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	timer := ada.Post("/api/timers/start", object{"startedAt": at(-10)}).ID()
	stop := "/api/timers/" + timer + "/stop"
	ada.Post(stop, object{"stoppedAt": at(-11)}).Invalid("stoppedAt before_start")
	ada.Post(stop, object{"stoppedAt": at(6)}).Invalid("stoppedAt in_future")
	ada.Post(stop, object{"stoppedAt": "soon"}).Invalid("stoppedAt date_time_invalid")
	stopped := ada.Post(stop, object{"stoppedAt": at(-10)}).OK()
	if stopped["duration_seconds"] != 0.0 || stopped["version"] != 2.0 {
		t.Errorf("stopped %v", stopped)
	}
	h.Clock.Advance(10 * time.Minute)
	for _, body := range []any{nil, object{}, object{"stoppedAt": at(-10)}} {
		if again := ada.Post(stop, body).OK(); again["version"] != 2.0 || again["stopped_at"] != at(-10) {
			t.Errorf("again %v", again)
		}
	}
	ada.Post(stop, object{"stoppedAt": at(-9)}).Problem(409, "conflict")
	ada.Post("/api/timers/00000000-0000-4000-8000-000000000000/stop", nil).Problem(404, "not_found")
	ada.Post("/api/timers/x/stop", nil).Problem(404, "not_found")
	if ada.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("a timer runs")
	}
}

func TestTimerOnArchivedProjectCanBeStoppedAndEdited(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	project := ada.Post("/api/projects", object{"name": "P"}).ID()
	task := ada.Post("/api/projects/"+project+"/tasks", object{"name": "T"}).ID()
	timer := ada.Post("/api/timers/start", object{"taskId": task}).ID()
	ada.Post("/api/tasks/"+task+"/archive", nil).OK()
	ada.Patch("/api/projects/"+project, object{"isArchived": true}).OK()
	edited := ada.Patch("/api/timers/"+timer, object{"description": "on", "projectId": project, "taskId": task}).OK()
	if edited["description"] != "on" || edited["task_id"] != task {
		t.Errorf("edited %v", edited)
	}
	if got := ada.Post("/api/timers/"+timer+"/stop", nil).OK()["project_id"]; got != project {
		t.Errorf("project_id %v, want %s", got, project)
	}
}

func TestWhoMayStop(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob, eve, ann := ada.AddMember("bob", "user"), ada.AddMember("eve", "user"), ada.AddMember("ann", "analyst")
	timer := bob.Post("/api/timers/start", nil).ID()
	stop := "/api/timers/" + timer + "/stop"
	h.Register("zoe").Post(stop, nil).Problem(404, "not_found")
	eve.Post(stop, nil).Problem(404, "not_found")
	ann.Post(stop, nil).Denied("analyst_read_only")
	ann.Post("/api/timers/start", "{").Denied("analyst_read_only")
	if got := ada.Post(stop, nil).OK()["user_id"]; got != bob.ID {
		t.Errorf("stopped the timer of %v, want %s", got, bob.ID)
	}
	next := bob.Post("/api/timers/start", object{"startedAt": at(1)}).ID()
	ada.Post("/api/timers/"+next+"/stop?user_id="+bob.ID, object{"stopped_at": at(2)}).OK()
	ada.Post("/api/timers/"+next+"/stop?user_id="+ada.ID, nil).Problem(404, "not_found")
	ada.Post("/api/timers/"+next+"/stop?user_id=x", nil).Invalid("user_id uuid_invalid")
	if bob.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("bob's timer runs")
	}
}

func TestAManagerReadsATimerButDoesNotStopIt(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	bob, eve := ada.AddMember("bob", "user"), ada.AddMember("eve", "user")
	project := ada.Post("/api/projects", object{"name": "P"}).ID()
	ada.Post("/api/projects/"+project+"/members", object{"userId": bob.ID}).OK()
	ada.Post("/api/projects/"+project+"/members", object{"userId": eve.ID, "isManager": true}).OK()
	timer := bob.Post("/api/timers/start", object{"projectId": project}).ID()
	if got := eve.Get("/api/entries/" + timer).OK(); got["amount"] != 0.0 {
		t.Errorf("the manager sees the amount %v, want 0", got["amount"])
	}
	if got := bob.Get("/api/entries/" + timer).OK(); got["amount"] != nil {
		t.Errorf("the owner sees the amount %v, want null", got["amount"])
	}
	eve.Post("/api/timers/"+timer+"/stop", nil).Denied("role_insufficient")
	eve.Delete("/api/timers/" + timer).Denied("role_insufficient")
	eve.Patch("/api/entries/"+timer, "{").Denied("role_insufficient")
}

func TestTwinsForAPIKeys(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	key := ada.Post("/api/me/workspaces/"+ada.WorkspaceID+"/api-keys", object{"name": "cli"}).OK()["token"].(string)
	send := func(method, path string) *apitest.Answer {
		return h.Send(apitest.Request{Method: method, Path: path, Bearer: key})
	}
	timer := send("POST", "/api/v1/timers/start").ID()
	if got := send("GET", "/api/v1/timers/current").OK()["timer"].(object)["id"]; got != timer {
		t.Errorf("current %v, want %s", got, timer)
	}
	if send("POST", "/api/v1/timers/"+timer+"/stop").OK()["stopped_at"] == nil {
		t.Error("not stopped")
	}
	ada.Get("/api/v1/timers/current").Problem(401, "unauthorized")
}

func TestStopTheRunningTimer(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	const path = "/api/timers/current/stop"
	ada.Post(path, nil).Problem(404, "not_found")
	timer := ada.Post("/api/timers/start", object{"startedAt": at(-10)}).ID()
	ada.Post(path, object{"stoppedAt": at(-11)}).Invalid("stoppedAt before_start")
	ada.Post(path, "{broken").Problem(400, "malformed_request")
	if stopped := ada.Post(path, object{"stoppedAt": at(-5)}).OK(); stopped["id"] != timer ||
		stopped["duration_seconds"] != 300.0 {
		t.Errorf("stopped %v", stopped)
	}
	ada.Post(path, nil).Problem(404, "not_found")
}

func TestAKeyStopsTheRunningTimer(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	key := ada.Post("/api/me/workspaces/"+ada.WorkspaceID+"/api-keys",
		object{"name": "cli", "access": "time"}).OK()["token"].(string)
	ada.Post("/api/timers/start", nil).OK()
	h.Clock.Advance(time.Minute)
	answer := h.Send(apitest.Request{Method: "POST", Path: "/api/v1/timers/current/stop", Bearer: key})
	if answer.OK()["duration_seconds"] != 60.0 {
		t.Errorf("stopped %s", answer.Body)
	}
}
