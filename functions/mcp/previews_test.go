package mcp_test

import (
	"testing"

	"stint/internal/apitest"
)

// A preview is refused as the call without it, for the same reason.
func TestAPreviewPromisesNothingThatTheCallRefuses(t *testing.T) {
	t.Parallel()
	w := newLastWeek(t)
	archived := newProject(w.owner, "Archived", nil)
	w.owner.Patch("/api/projects/"+archived, object{"isArchived": true}).OK()
	a := newAgent(w.member, "time")
	open := track(w.member, "2026-06-15", 1, nil)
	locked := a.ok(t, "list_time", object{"period": "last week"})["entries"].([]any)[0].(object)["id"]
	w.submit(t)
	version := w.member.Get("/api/entries/" + locked.(string)).OK()["version"]
	a.ok(t, "start_timer", object{"started_at": "2026-06-17T13:00"})
	entry := func(start, stop string, more object) object {
		row := apitest.Body(object{"started_at": start, "stopped_at": stop}, more)
		return object{"request_key": "one", "entries": []object{row}}
	}
	for name, c := range map[string]struct {
		tool string
		in   object
		code string
	}{
		"backwards": {"log_time", entry("2026-06-15T10:00", "2026-06-15T09:00", nil), "validation"},
		"archived":  {"log_time", entry("2026-06-15T10:00", "2026-06-15T11:00", object{"project": archived}), "validation"},
		"future":    {"log_time", entry("2026-06-17T10:00", "2026-06-18T11:00", nil), "validation"},
		"to start":  {"start_timer", object{"started_at": "2026-06-18T11:00"}, "validation"},
		"switch":    {"start_timer", object{"started_at": "2026-06-17T12:00"}, "conflict"},
		"stop":      {"stop_timer", object{"stopped_at": "2026-06-17T12:00"}, "validation"},
		"edit":      {"edit_time", object{"id": open, "version": 1, "stopped_at": "2026-06-14T12:00"}, "validation"},
		"stale":     {"edit_time", object{"id": open, "version": 2, "description": "x"}, "conflict"},
		"locked":    {"edit_time", object{"id": locked, "version": version, "description": "x"}, "conflict"},
		"delete":    {"delete_time", object{"id": locked, "version": version}, "conflict"},
	} {
		for _, isPreview := range []bool{true, false} {
			t.Log(name, isPreview)
			c.in["preview"] = isPreview
			a.refused(t, c.tool, c.in, c.code)
		}
	}
}

// A preview shows what the call then makes.
func TestAPreviewShowsWhatTheCallMakes(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t)
	project := newProject(owner, "Website", nil, "Review")
	a := newAgent(owner, "time")
	both := func(tool string, in object) (preview, made object) {
		in["preview"] = true
		preview = a.ok(t, tool, in)
		in["preview"] = false
		return preview, a.ok(t, tool, in)
	}
	logged := func(o object) object { return o["entries"].([]any)[0].(object) }
	preview, made := both("log_time", object{"request_key": "one", "entries": []object{{"task": "review",
		"started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T10:00"}}})
	for _, name := range []string{"id", "user_id", "project.name.data", "task.name.data", "is_billable", "version"} {
		if got, want := at(logged(preview), name), at(logged(made), name); got != want || got == nil {
			t.Errorf("log_time shows %s %v, and makes %v", name, got, want)
		}
	}
	id, version := logged(made)["id"], logged(made)["version"]
	preview, made = both("edit_time", object{"id": id, "version": version, "project": project, "description": "Header"})
	if at(preview, "entry.task.name.data") != "Review" || at(made, "entry.task.name.data") != "Review" ||
		at(preview, "entry.version") != at(made, "entry.version") {
		t.Errorf("%v, then %v", preview, made)
	}
	preview, made = both("start_timer", object{"task": "review", "started_at": "2026-06-17T13:00"})
	if at(preview, "timer.project.name.data") != "Website" || at(preview, "timer.is_billable") != true ||
		at(preview, "timer.started_at") != at(made, "timer.started_at") {
		t.Errorf("%v, then %v", preview, made)
	}
	preview, made = both("stop_timer", object{"stopped_at": "2026-06-17T13:30"})
	if preview["status"] != "preview" || at(preview, "entry.duration_seconds") != 1800.0 ||
		at(made, "entry.duration_seconds") != 1800.0 {
		t.Errorf("%v, then %v", preview, made)
	}
}
