package mcp_test

import (
	"testing"

	"stint/internal/apitest"
)

// A key that was used for other time is refused, and never said to be logged: nothing of the other time is there.
func TestAReusedRequestKeyIsRefused(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t)
	newProject(owner, "Website", nil, "Review")
	a := newAgent(owner, "time")
	in := func(more object) object {
		row := apitest.Body(object{"started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T10:00", "task": "review",
			"description": "Header"}, more)
		return object{"request_key": "a1", "entries": []object{row, {"started_at": "2026-06-15T11:00",
			"stopped_at": "2026-06-15T12:00"}}}
	}
	first := a.ok(t, "log_time", in(nil))
	for name, value := range map[string]string{"started_at": "2026-06-14T09:00", "stopped_at": "2026-06-15T10:01",
		"description": "Footer", "task": "", "project": "website"} {
		other := object{name: value}
		if name == "project" {
			other["task"] = ""
		}
		for _, isPreview := range []bool{true, false} {
			call := in(other)
			call["preview"] = isPreview
			a.refused(t, "log_time", call, "conflict")
		}
	}
	if list := a.ok(t, "list_time", object{})["entries"].([]any); len(list) != 2 {
		t.Errorf("%v", list)
	}
	again := a.ok(t, "log_time", in(nil))
	if already, _ := again["already_logged"].([]any); first["already_logged"] != nil || len(already) != 2 {
		t.Errorf("%v, then %v", first, again)
	}
	entry := first["entries"].([]any)[0].(object)
	a.ok(t, "edit_time", object{"id": entry["id"], "version": entry["version"], "description": "Changed"})
	a.refused(t, "log_time", in(nil), "conflict")
}

// A key must be one.
func TestEmptyRequestKeysAreRefused(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t), "time")
	for _, key := range []string{"", "  "} {
		a.refused(t, "start_timer", object{"request_key": key}, "validation")
		a.refused(t, "log_time", object{"request_key": key, "entries": []object{
			{"started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T10:00"}}}, "validation")
	}
	if out := a.ok(t, "current_timer", object{}); out["timer"] != nil {
		t.Errorf("%v", out)
	}
}
