package changes_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

// raw is a page with the bytes of its records.
type raw struct {
	Items []struct {
		Type, ID, Change, Revision string
		UserID                     *string `json:"user_id"`
		ProjectID                  *string `json:"project_id"`
		ChangedAt                  string  `json:"changed_at"`
		Record                     json.RawMessage
	}
	NextCursor string `json:"next_cursor"`
	HasMore    bool   `json:"has_more"`
}

// The record of a change is byte for byte what its GET answers.
func TestRecordsAreWhatTheirGetAnswers(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	start := ada.Get("/api/changes").OK()["next_cursor"].(string)
	h.Clock.Advance(time.Second)
	paths := map[string]string{}
	client := ada.Post("/api/clients", object{"name": "ACME"}).ID()
	project := ada.Post("/api/projects", object{"name": "Site", "clientId": client, "hourlyRate": 100}).ID()
	task := ada.Post("/api/projects/"+project+"/tasks", object{"name": "Design"}).ID()
	tag := ada.Post("/api/tags", object{"name": "urgent"}).ID()
	entry := ada.Post("/api/entries", object{"taskId": task, "tagIds": []string{tag}, "startedAt": "2026-06-16T09:00:00Z",
		"stoppedAt": "2026-06-16T10:00:00Z"}).ID()
	timer := ada.Post("/api/timers/start", object{"projectId": project}).ID()
	submission := ada.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}).ID()
	ada.Post("/api/workspaces/"+ada.WorkspaceID+"/invitations", object{"email": "bob@example.com"}).OK()
	ada.Patch("/api/workspaces/"+ada.WorkspaceID, object{"name": "Office"}).OK()
	ada.Patch("/api/workspaces/"+ada.WorkspaceID+"/members/"+ada.ID, object{"hourlyRate": 77}).OK()
	ada.Post("/api/projects/"+project+"/members", object{"userId": ada.ID}).OK()
	paths[client], paths[project], paths[task], paths[entry] = "/api/clients/", "/api/projects/", "/api/tasks/",
		"/api/entries/"
	paths[timer], paths[submission], paths[ada.WorkspaceID] = "/api/entries/", "/api/workspaces/me/timesheet-submissions/",
		"/api/workspaces/"
	lists := map[string]string{
		"tag": "/api/tags", "invitation": "/api/workspaces/" + ada.WorkspaceID + "/invitations",
		"member":         "/api/workspaces/" + ada.WorkspaceID + "/members",
		"project_member": "/api/projects/" + project + "/members",
	}

	var page raw
	answer := ada.Get("/api/changes?limit=200&cursor=" + start)
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != 200 {
		t.Fatalf("%v %d %s", err, answer.Status, answer.Body)
	}
	kinds := map[string]bool{}
	for _, item := range page.Items {
		kinds[item.Type] = true
		var want []byte
		if path, ok := paths[item.ID]; ok && item.Type != "member" {
			want = ada.Get(path + item.ID).Body
		} else {
			var list struct{ Items []json.RawMessage }
			if err := json.Unmarshal(ada.Get(lists[item.Type]).Body, &list); err != nil || len(list.Items) != 1 {
				t.Fatalf("%s: %v", item.Type, err)
			}
			want = list.Items[0]
		}
		if !bytes.Equal(item.Record, bytes.TrimSpace(want)) || item.Change != "upsert" || item.Revision == "" ||
			item.ChangedAt != "2026-06-17T12:00:01Z" {
			t.Errorf("%s %s %s\n%s\nits GET answers\n%s", item.Type, item.Change, item.ChangedAt, item.Record, want)
		}
	}
	if len(kinds) != 10 || page.HasMore {
		t.Errorf("%v, more: %v", kinds, page.HasMore)
	}
}

func TestDeletesLeaveMarks(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	members := "/api/workspaces/" + ada.WorkspaceID
	client, tag := ada.Post("/api/clients", object{"name": "ACME"}).ID(), ada.Post("/api/tags", object{"name": "t"}).ID()
	project := ada.Post("/api/projects", object{"name": "Site"}).ID()
	task := ada.Post("/api/projects/"+ada.Post("/api/projects", object{"name": "App"}).ID()+"/tasks",
		object{"name": "Design"}).ID()
	ada.Post("/api/projects/"+project+"/members", object{"userId": ada.ID}).OK()
	entry := ada.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z",
		"stoppedAt": "2026-06-16T10:00:00Z"}).ID()
	invitation := ada.Post(members+"/invitations", object{"email": "bob@example.com"}).ID()
	timer := ada.Post("/api/timers/start", nil).ID()
	f := follow(t, ada, "")
	for _, path := range []string{
		"/api/clients/" + client, "/api/tags/" + tag, "/api/projects/" + project + "/members/" + ada.ID,
		"/api/projects/" + project, "/api/tasks/" + task, "/api/entries/" + entry, members + "/invitations/" + invitation,
		"/api/entries/" + timer,
	} {
		ada.Delete(path).OK()
	}
	again := ada.Post("/api/timers/start", nil).ID()
	f.wantItems([3]string{"client", "delete", client}, [3]string{"tag", "delete", tag},
		[3]string{"project_member", "delete", ada.ID}, [3]string{"project", "delete", project},
		[3]string{"task", "delete", task}, [3]string{"entry", "delete", entry}, [3]string{"invitation", "delete", invitation},
		[3]string{"entry", "delete", timer}, [3]string{"entry", "upsert", again})
	if items := f.poll(); len(items) != 0 {
		t.Errorf("%v came again", items)
	}
	h.Clock.Advance(8 * time.Minute)
	if items := f.poll(); len(items) != 0 {
		t.Errorf("%v came again minutes later", items)
	}
}

// A timer keeps its id when it is stopped, and is never shown as deleted then.
func TestTimers(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	f := follow(t, ada, "types=entry")
	h.Clock.Advance(time.Second)
	first := ada.Post("/api/timers/start", nil).ID()
	f.wantItems([3]string{"entry", "upsert", first})
	h.Clock.Advance(time.Minute)
	f.wantItems() // the time that it has run is no change
	second := ada.Post("/api/timers/start", nil).ID()
	f.wantItems([3]string{"entry", "upsert", first}, [3]string{"entry", "upsert", second})
	ada.Post("/api/timers/current/stop", nil).OK()
	f.wantItems([3]string{"entry", "upsert", second})
	third := ada.Post("/api/timers/start", nil).ID()
	ada.Delete("/api/timers/" + third)
	ada.Post("/api/entries:bulk", object{"items": []object{{"id": first, "op": "delete"}}}).OK()
	fourth := ada.Post("/api/timers/start", nil).ID()
	f.poll()
	ada.Post("/api/entries:bulk", object{"items": []object{{"id": fourth, "op": "delete"}}}).OK()
	f.wantItems([3]string{"entry", "delete", fourth})
	for key, record := range f.records {
		if got := ada.Get("/api/entries/" + record["id"].(string)); got.Status != 200 {
			t.Errorf("%s is there for the follower only: %d", key, got.Status)
		}
	}
}

func TestListInput(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	cursor := ada.Get("/api/changes").OK()["next_cursor"].(string)
	ada.Get("/api/changes?types=entry,nonsense").Invalid("types enum_invalid")
	ada.Get("/api/changes?since=2026-05-17T12:00:00Z").Invalid("since range_too_long")
	ada.Get("/api/changes?since=2026-05-18T12:00:01Z").OK()
	ada.Get("/api/changes?since=2026-06-17T13:00:00Z").Invalid("since in_future")
	ada.Get("/api/changes?since=2026-06-17T11:00:00Z&cursor=" + cursor).Invalid("cursor cursor_invalid")
	ada.Get("/api/changes?types=tag&cursor=" + cursor).Invalid("cursor cursor_invalid")
	ada.Get("/api/changes?cursor=").Invalid("cursor cursor_invalid")
	ada.Get("/api/changes?limit=0").Invalid("limit min_value")
	ada.AddMember("bob", "user").Get("/api/changes?cursor=" + cursor).Invalid("cursor cursor_invalid")
	h.Clock.Advance(30*24*time.Hour - time.Minute)
	ada.Token = ada.Post("/api/auth/login", object{"email": ada.Email,
		"password": apitest.Password}).OK()["access_token"].(string)
	ada.Get("/api/changes?cursor=" + cursor).OK()
	h.Clock.Advance(5 * time.Minute)
	ada.Get("/api/changes?cursor=" + cursor).Invalid("cursor range_too_long")
}

// A feed that begins in the past has each record at its latest change, page by page.
func TestSince(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	h.Clock.Advance(time.Minute)
	since := h.Clock.Now().Format(time.RFC3339)
	var tags []string
	for i := range 70 {
		tags = append(tags, ada.Post("/api/tags", object{"name": strings.Repeat("t", i+1)}).ID())
		h.Clock.Advance(time.Second)
	}
	h.Clock.Advance(5 * time.Minute)
	ada.Patch("/api/tags/"+tags[0], object{"name": "last"}).OK()
	ada.Delete("/api/tags/" + tags[1]).OK()
	f := followSince(t, ada, since)
	if len(f.records) != 69 || len(f.seen) != 70 {
		t.Errorf("%d records of %d", len(f.records), len(f.seen))
	}
	order := []string{}
	for _, item := range ada.Get("/api/changes?limit=200&since=" + since).Items() {
		order = append(order, item["id"].(string))
	}
	if len(order) != 70 || order[0] != tags[2] || !slices.Contains(order[68:], tags[0]) ||
		!slices.Contains(order[68:], tags[1]) {
		t.Errorf("%d changes, not in the order of the last ones", len(order))
	}
	ada.Post("/api/tags", object{"name": "another"}).OK()
	f.poll()
	if len(f.records) != 70 || len(f.last) != 1 {
		t.Errorf("%d records after one more, %d new items", len(f.records), len(f.last))
	}
}
