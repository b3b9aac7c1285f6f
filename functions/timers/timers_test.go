package timers_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestEditARunningTimer(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	project := owner.Post("/api/projects", object{"name": "P"}).ID()
	started := owner.Post("/api/timers/start", object{"description": "a"})
	timer := "/api/timers/" + started.ID()
	edited := owner.Patch(timer, object{"projectId": project, "startedAt": at(-20), "isBillable": false})
	if got := edited.OK(); got["project_id"] != project || got["started_at"] != at(-20) || got["is_billable"] != false ||
		got["version"] != 2.0 || got["description"] != "a" {
		t.Errorf("edited %v", got)
	}
	if edited.Header.Get("ETag") != `"2"` {
		t.Errorf("ETag %s", edited.Header.Get("ETag"))
	}
	if same := owner.Patch(timer, object{"projectId": project}).OK(); same["version"] != 2.0 {
		t.Errorf("changed nothing, but the version is %v", same["version"])
	}
	if bare := owner.Patch(timer, object{"projectId": nil, "description": nil}).OK(); bare["project_id"] != nil ||
		bare["description"] != "" {
		t.Errorf("cleared %v", bare)
	}
	owner.Patch(timer, object{"startedAt": nil, "isBillable": nil}).Invalid("isBillable required", "startedAt required")
	items := owner.Get("/api/entries").Items()
	if len(items) != 1 || items[0]["started_at"] != at(-20) {
		t.Errorf("list %v", items)
	}
	stopped := owner.Patch(timer, object{"stoppedAt": at(0), "description": "done"}).OK()
	if stopped["stopped_at"] != at(0) || stopped["description"] != "done" || stopped["version"] != 4.0 {
		t.Errorf("stopped %v", stopped)
	}
	owner.Patch(timer, object{"description": "x"}).Problem(409, "conflict")
	owner.Delete(timer).Problem(409, "conflict")
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	timer := "/api/timers/" + owner.Post("/api/timers/start", nil).ID()
	send := func(method, tag string) *apitest.Answer {
		return owner.With("If-Match", tag).Do(method, timer, object{"description": tag})
	}
	send("PATCH", `"1"`).OK()
	send("PATCH", `"1"`).Problem(409, "conflict")
	send("DELETE", `"1"`).Problem(409, "conflict")
	send("PATCH", "2").Problem(400, "malformed_request")
	send("DELETE", `"2"`).OK()
}

func TestDiscard(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	timer := owner.Post("/api/timers/start", nil).ID()
	if got := owner.Delete("/api/timers/" + timer).OK(); got["id"] != timer || got["deleted"] != true {
		t.Errorf("answer %v", got)
	}
	owner.Delete("/api/timers/"+timer).Problem(404, "not_found")
	if items := owner.Get("/api/entries").Items(); len(items) != 0 {
		t.Errorf("left %v", items)
	}
}
