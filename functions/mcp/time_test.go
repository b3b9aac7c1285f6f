package mcp_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// logged logs two entries and returns them.
func logged(t *testing.T, a agent) []any {
	t.Helper()
	in := object{"request_key": "monday", "entries": []object{
		{"project": "website", "description": "Header", "started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T10:30"},
		{"description": "Mail", "started_at": "2026-06-15T11:00", "stopped_at": "2026-06-15T11:15"},
	}}
	preview := a.ok(t, "log_time", object{"preview": true, "request_key": "monday", "entries": in["entries"]})
	if list, _ := preview["entries"].([]any); preview["status"] != "preview" || len(list) != 2 {
		t.Errorf("%v", preview)
	}
	if before := a.ok(t, "list_time", object{}); len(before["entries"].([]any)) != 0 {
		t.Errorf("a preview wrote %v", before)
	}
	a.ok(t, "log_time", in)
	return a.ok(t, "log_time", in)["entries"].([]any) // a lost answer
}

func TestAnAgentLogsChangesAndDeletesTime(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t, "Website"), "time")
	first := logged(t, a)[0].(object)
	if first["started_at"] != "2026-06-15T09:00:00+02:00" || first["duration_seconds"] != 5400.0 {
		t.Errorf("%v", first)
	}
	list := a.ok(t, "list_time", object{"from": "2026-06-15", "to": "2026-06-16"})
	if got := list["entries"].([]any); len(got) != 2 || at(got[1], "project.name.data") != "Website" {
		t.Errorf("%v", list)
	}
	change := object{"id": first["id"], "version": first["version"], "stopped_at": "2026-06-15T10:00", "preview": true}
	if out := a.ok(t, "edit_time", change); at(out, "entry.duration_seconds") != 3600.0 ||
		at(out, "before.duration_seconds") != 5400.0 {
		t.Errorf("%v", out)
	}
	change["preview"] = false
	changed := a.ok(t, "edit_time", change)
	if at(changed, "entry.stopped_at") != "2026-06-15T10:00:00+02:00" {
		t.Errorf("%v", changed)
	}
	a.refused(t, "edit_time", change, "conflict")
	a.refused(t, "delete_time", object{"id": first["id"], "version": first["version"]}, "conflict")
	a.refused(t, "delete_time", object{"id": first["id"], "version": 0}, "validation")
	a.ok(t, "delete_time", object{"id": first["id"], "version": at(changed, "entry.version"), "preview": true})
	a.ok(t, "delete_time", object{"id": first["id"], "version": at(changed, "entry.version")})
	if list := a.ok(t, "list_time", object{}); len(list["entries"].([]any)) != 1 {
		t.Errorf("%v", list)
	}
}

// A lost answer is asked for again, with one more entry and after the project was archived. The answer says which
// entries were logged before, also within the second.
func TestLoggingAgainWritesNothingTwice(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t, "Website")
	a := newAgent(owner, "time")
	first := logged(t, a)[0].(object)
	project := owner.Get("/api/projects").Items()[0]["id"].(string)
	owner.Patch("/api/projects/"+project, object{"isArchived": true}).OK()
	out := a.ok(t, "log_time", object{"request_key": "monday", "entries": []object{
		{"project": "website", "description": "Header", "started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T10:30"},
		{"description": "Mail", "started_at": "2026-06-15T11:00", "stopped_at": "2026-06-15T11:15"},
		{"description": "Call", "started_at": "2026-06-15T12:00", "stopped_at": "2026-06-15T12:15"},
	}})
	list := out["entries"].([]any)
	if at(list[0], "id") != first["id"] || at(list[0], "version") != 1.0 || at(list[2], "description.data") != "Call" ||
		len(out["already_logged"].([]any)) != 2 {
		t.Errorf("%v", out)
	}
}

// Words that have the length of an id are words.
func TestWordsAreNoIDs(t *testing.T) {
	t.Parallel()
	const name = "A-B-C-D-Project with 36 characters ."
	a := newAgent(newWorkspace(t, name), "time")
	if out := a.ok(t, "start_timer", object{"project": name}); at(out, "timer.project.name.data") != name {
		t.Errorf("%v", out)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t, "Website", "Warehouse"), "read")
	found := func(in object) int { return len(a.ok(t, "find", in)["candidates"].([]any)) }
	if found(object{"words": "w"}) != 2 || found(object{"words": "OLGA", "kinds": []string{"person"}}) != 1 ||
		found(object{"words": "x", "project": "website"}) != 0 {
		t.Error("find misses records")
	}
	a.refused(t, "find", object{"words": "x", "kinds": []string{"moon"}}, "validation")
}

func TestLogTimeWritesAllOrNothing(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t, "Website", "Webinar"), "time")
	good := object{"started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T10:00"}
	several := object{"project": "web", "started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T10:00"}
	backwards := object{"started_at": "2026-06-15T10:00", "stopped_at": "2026-06-15T09:00"}
	out := a.ok(t, "log_time", object{"request_key": "a", "entries": []object{good, several}})
	if out["status"] != "choose" || out["row"] != 2.0 {
		t.Errorf("%v", out)
	}
	a.refused(t, "log_time", object{"request_key": "b", "entries": []object{good, backwards}}, "validation")
	a.refused(t, "log_time", object{"request_key": "c", "entries": []object{}}, "validation")
	if list := a.ok(t, "list_time", object{}); len(list["entries"].([]any)) != 0 {
		t.Errorf("%v", list)
	}
}

// The limit of entries is what the description, the schema and the failure say.
func TestLogTimeTakesAsManyEntriesAsItSays(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t), "time")
	tools := string(a.send("tools/list", object{}).Body)
	said := regexp.MustCompile(`up to (\d+) in one call: all of them or none`).FindStringSubmatch(tools)
	if said == nil || !strings.Contains(tools, `"1 to `+said[1]+` entries"`) {
		t.Fatalf("the description and the schema say %q", said)
	}
	most, _ := strconv.Atoi(said[1])
	entry := object{"started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T10:00"}
	in := func(count int) object {
		return object{"request_key": "a", "preview": true, "entries": slices.Repeat([]object{entry}, count)}
	}
	a.ok(t, "log_time", in(most))
	for count, code := range map[int]string{0: "min_items", most + 1: "max_items"} {
		if _, failed := a.use(t, "log_time", in(count)); !strings.Contains(failed, `"`+code+`"`) ||
			!strings.Contains(failed, "1 to "+said[1]+" entries") {
			t.Errorf("%d entries: %s", count, failed)
		}
	}
}
