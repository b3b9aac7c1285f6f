package mcp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// failureOf uses a tool that must fail, and returns the code of the problem and its properties.
func (a agent) failureOf(t *testing.T, tool string, in object) string {
	t.Helper()
	out, failed := a.use(t, tool, in)
	var sent struct {
		Code, Detail string
		Errors       []struct{ Field, Code string }
	}
	if err := json.Unmarshal([]byte(failed[strings.LastIndex(failed, "\n")+1:]), &sent); err != nil {
		t.Fatalf("%s: %v %q: %v", tool, out, failed, err)
	}
	if sent.Detail == sent.Code {
		t.Errorf("the detail repeats the code: %s", failed)
	}
	return fmt.Sprint(sent.Code, " ", sent.Errors)
}

// Every failure names the properties that are wrong, also those that do not have the form of the schema.
func TestFailuresNameTheirProperties(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t, "Website"), "time")
	const nowhere = "00000000-0000-4000-8000-000000000000"
	row := func(more object) object {
		entry := apitest.Body(object{"started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T10:00"}, more)
		return object{"request_key": "one", "entries": []object{{"started_at": "2026-06-15T07:00",
			"stopped_at": "2026-06-15T08:00"}, entry}}
	}
	for _, c := range []struct {
		tool string
		in   object
		want string
	}{
		{"edit_time", object{"id": "x"}, "validation [{version required}]"},
		{"edit_time", object{"id": "x", "version": "1"}, "validation [{version type_invalid}]"},
		{"edit_time", object{"id": "x", "version": 1e30}, "validation [{version type_invalid}]"},
		{"edit_time", object{"id": "x", "version": 1, "wow": 2}, "validation [{wow unknown_property}]"},
		{"log_time", object{"request_key": "x", "entries": 5}, "validation [{entries type_invalid}]"},
		{"log_time", object{"request_key": "x", "entries": []object{{"started_at": "x"}}},
			"validation [{entries[].stopped_at required}]"},
		{"log_time", row(object{"started_at": 3}), "validation [{entries[].started_at type_invalid}]"},
		{"log_time", row(object{"started_at": "soon"}), "validation [{entries.1.started_at date_time_invalid}]"},
		{"log_time", row(object{"project": "nowhere"}), "not_found [{entries.1.project not_found}]"},
		{"log_time", row(object{"project": "website", "task": "none"}), "not_found [{entries.1.task not_found}]"},
		{"start_timer", object{"project": "nowhere"}, "not_found [{project not_found}]"},
		{"delete_time", object{"id": nowhere, "version": 1}, "not_found []"},
		{"delete_time", object{"id": nowhere, "version": 0}, "validation [{version min_value}]"},
	} {
		if got := a.failureOf(t, c.tool, c.in); got != c.want {
			t.Errorf("%s %v: %s, want %s", c.tool, c.in, got, c.want)
		}
	}
}
