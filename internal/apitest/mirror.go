package apitest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"testing"
)

// Mirror is what a program has that follows the changes of a workspace as an owner or admin.
type Mirror struct {
	read    func(path string) *Answer
	cursor  string
	records map[string]object
}

// NewMirror lists a workspace and follows it from then on. read reads a path below /api/v1,
// or the same as a session.
func NewMirror(t testing.TB, read func(path string) *Answer) *Mirror {
	t.Helper()
	m := &Mirror{read: read}
	m.cursor = read("/changes").OK()["next_cursor"].(string)
	m.records = m.readAll(t)
	return m
}

func changeKey(parts ...any) string {
	key, _ := json.Marshal(parts)
	return string(key)
}

// Poll applies all changes, and reads as many at a time as limit says.
func (m *Mirror) Poll(t testing.TB, limit int) {
	t.Helper()
	for more := true; more; {
		page := m.read(fmt.Sprintf("/changes?limit=%d&cursor=%s", limit, url.QueryEscape(m.cursor))).OK()
		m.cursor, more = page["next_cursor"].(string), page["has_more"].(bool)
		for _, item := range page["items"].([]any) {
			x := item.(object)
			key := changeKey(x["type"], x["id"], x["user_id"], x["project_id"])
			if delete(m.records, key); x["change"] == "upsert" {
				m.records[key] = x["record"].(object)
			}
		}
	}
}

// listAll reads a list to its end.
func (m *Mirror) listAll(t testing.TB, path string) (all []object) {
	t.Helper()
	cursor := ""
	for {
		page := m.read(path + "limit=200" + cursor).OK()
		for _, item := range page["items"].([]any) {
			all = append(all, item.(object))
		}
		next, more := page["next_cursor"].(string)
		if !more {
			return all
		}
		cursor = "&cursor=" + url.QueryEscape(next)
	}
}

// readAll reads the workspace by its lists.
func (m *Mirror) readAll(t testing.TB) map[string]object {
	t.Helper()
	all := map[string]object{}
	add := func(kind, path string) (found []object) {
		t.Helper()
		found = m.listAll(t, path)
		for _, x := range found {
			all[changeKey(kind, x["id"], nil, nil)] = x
		}
		return found
	}
	add("client", "/clients?")
	add("tag", "/tags?")
	add("invitation", "/invitations?")
	for _, p := range add("project", "/projects?") {
		path := "/projects/" + p["id"].(string)
		add("task", path+"/tasks?")
		for _, x := range m.listAll(t, path+"/members?") {
			all[changeKey("project_member", x["user_id"], x["user_id"], p["id"])] = x
		}
	}
	for _, x := range m.listAll(t, "/members?include_deactivated=true&") {
		all[changeKey("member", x["user_id"], x["user_id"], nil)] = x
	}
	for _, x := range m.listAll(t, "/entries?") {
		all[changeKey("entry", x["id"], x["user_id"], nil)] = x
	}
	for _, x := range m.listAll(t, "/timesheet-submissions?") {
		id := x["id"].(string)
		all[changeKey("submission", id, nil, nil)] = m.read("/timesheet-submissions/" + id).OK()
	}
	workspace := m.read("/workspace").OK()
	all[changeKey("workspace", workspace["id"], nil, nil)] = workspace
	return all
}

// Compare checks that the mirror has exactly what the lists show.
func (m *Mirror) Compare(t testing.TB, after string) {
	t.Helper()
	want := m.readAll(t)
	for key, record := range want {
		got := m.records[key]
		if got != nil && got["stopped_at"] == nil && record["started_at"] != nil { // it grows
			got["duration_seconds"] = record["duration_seconds"]
		}
		if !reflect.DeepEqual(got, record) {
			t.Errorf("after %s: %s\nis      %v\nchanges %v", after, key, record, got)
		}
	}
	for key := range m.records {
		if want[key] == nil {
			t.Errorf("after %s: %s is not there, and no change says so", after, key)
		}
	}
}
