package functions_test

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

// mirror is what a program has that follows the changes of the owner's workspace.
type mirror struct {
	w       *world
	cursor  string
	records map[string]object
}

func changeKey(parts ...any) string {
	key, _ := json.Marshal(parts)
	return string(key)
}

// poll applies all changes.
func (m *mirror) poll(t *testing.T) {
	t.Helper()
	for more := true; more; {
		page := m.w.owner.Get("/api/changes?limit=200&cursor=" + url.QueryEscape(m.cursor)).OK()
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
func (m *mirror) listAll(t *testing.T, path string) (all []object) {
	t.Helper()
	cursor := ""
	for {
		page := m.w.owner.Get(path + "limit=200" + cursor).OK()
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
func (m *mirror) readAll(t *testing.T) map[string]object {
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
	workspace := "/api/workspaces/" + m.w.owner.WorkspaceID
	add("client", "/api/clients?")
	add("tag", "/api/tags?")
	add("invitation", workspace+"/invitations?")
	for _, p := range add("project", "/api/projects?") {
		path := "/api/projects/" + p["id"].(string)
		add("task", path+"/tasks?")
		for _, x := range m.listAll(t, path+"/members?") {
			all[changeKey("project_member", x["user_id"], x["user_id"], p["id"])] = x
		}
	}
	for _, x := range m.listAll(t, workspace+"/members?include_deactivated=true&") {
		all[changeKey("member", x["user_id"], x["user_id"], nil)] = x
	}
	for _, x := range m.listAll(t, "/api/entries?") {
		all[changeKey("entry", x["id"], x["user_id"], nil)] = x
	}
	for _, x := range m.listAll(t, "/api/workspaces/me/timesheet-submissions?") {
		id := x["id"].(string)
		all[changeKey("submission", id, nil, nil)] = m.w.owner.Get("/api/workspaces/me/timesheet-submissions/" + id).OK()
	}
	all[changeKey("workspace", m.w.owner.WorkspaceID, nil, nil)] = m.w.owner.Get(workspace).OK()
	return all
}

// compare checks the mirror against the workspace.
func (m *mirror) compare(t *testing.T, after string) {
	t.Helper()
	want := m.readAll(t)
	for key, record := range want {
		got := m.records[key]
		if got["stopped_at"] == nil && record["started_at"] != nil { // it grows
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

// Every route that writes is called as the budgets call it. Whoever only follows the
// changes has the same records as the lists.
func TestEveryWriteIsFollowed(t *testing.T) {
	w := newWorld(t)
	m := &mirror{w: w, records: map[string]object{}}
	m.cursor = w.owner.Get("/api/changes").OK()["next_cursor"].(string)
	for key, record := range m.readAll(t) {
		m.records[key] = record
	}
	called := 0
	for _, b := range budgets {
		if methodOf(b.route) == "GET" || strings.HasPrefix(b.route, "workspaces.delete") || strings.HasPrefix(b.route, "workspaces.restore") {
			continue
		}
		request := b.request(w)
		request.Method = methodOf(b.route)
		w.Send(request)
		w.RunWorker()
		m.poll(t)
		if called++; called%10 == 0 || t.Failed() {
			if m.compare(t, b.route+" "+b.when); t.Failed() {
				t.FailNow()
			}
		}
	}
	m.compare(t, "all routes")
}
