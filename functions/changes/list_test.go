package changes_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain/people"
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
	api := apitest.New(t)
	owner := api.Register("ada")
	start := owner.Get("/api/changes").OK()["next_cursor"].(string)
	api.Clock.Advance(time.Second)
	paths := map[string]string{}
	client := owner.Post("/api/clients", object{"name": "ACME"}).ID()
	project := owner.Post("/api/projects", object{"name": "Site", "clientId": client, "hourlyRate": 100}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "Design"}).ID()
	tag := owner.Post("/api/tags", object{"name": "urgent"}).ID()
	entry := owner.Post("/api/entries", object{"taskId": task, "tagIds": []string{tag},
		"startedAt": "2026-06-16T09:00:00Z",
		"stoppedAt": "2026-06-16T10:00:00Z"}).ID()
	timer := owner.Post("/api/timers/start", object{"projectId": project}).ID()
	submission := owner.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}).ID()
	owner.Post("/api/workspaces/"+owner.WorkspaceID+"/invitations", object{"email": "bob@example.com"}).OK()
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"name": "Office"}).OK()
	owner.Patch("/api/workspaces/"+owner.WorkspaceID+"/members/"+owner.ID, object{"hourlyRate": 77}).OK()
	owner.Post("/api/projects/"+project+"/members", object{"userId": owner.ID}).OK()
	paths[client], paths[project], paths[task], paths[entry] = "/api/clients/", "/api/projects/", "/api/tasks/",
		"/api/entries/"
	paths[timer], paths[submission], paths[owner.WorkspaceID] = "/api/entries/",
		"/api/workspaces/me/timesheet-submissions/",
		"/api/workspaces/"
	lists := map[string]string{
		"tag": "/api/tags", "invitation": "/api/workspaces/" + owner.WorkspaceID + "/invitations",
		"member":         "/api/workspaces/" + owner.WorkspaceID + "/members",
		"project_member": "/api/projects/" + project + "/members",
	}

	var page raw
	answer := owner.Get("/api/changes?limit=200&cursor=" + start)
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != 200 {
		t.Fatalf("%v %d %s", err, answer.Status, answer.Body)
	}
	kinds := map[string]bool{}
	for _, item := range page.Items {
		kinds[item.Type] = true
		var want []byte
		if path, ok := paths[item.ID]; ok && item.Type != "member" {
			want = owner.Get(path + item.ID).Body
		} else {
			var list struct{ Items []json.RawMessage }
			if err := json.Unmarshal(owner.Get(lists[item.Type]).Body, &list); err != nil || len(list.Items) != 1 {
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
	api := apitest.New(t)
	owner := api.Register("ada")
	members := "/api/workspaces/" + owner.WorkspaceID
	client, tag := owner.Post("/api/clients", object{"name": "ACME"}).ID(),
		owner.Post("/api/tags", object{"name": "t"}).ID()
	project := owner.Post("/api/projects", object{"name": "Site"}).ID()
	task := owner.Post("/api/projects/"+owner.Post("/api/projects", object{"name": "App"}).ID()+"/tasks",
		object{"name": "Design"}).ID()
	owner.Post("/api/projects/"+project+"/members", object{"userId": owner.ID}).OK()
	entry := owner.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z",
		"stoppedAt": "2026-06-16T10:00:00Z"}).ID()
	invitation := owner.Post(members+"/invitations", object{"email": "bob@example.com"}).ID()
	timer := owner.Post("/api/timers/start", nil).ID()
	f := follow(t, owner, "")
	for _, path := range []string{
		"/api/clients/" + client, "/api/tags/" + tag, "/api/projects/" + project + "/members/" + owner.ID,
		"/api/projects/" + project, "/api/tasks/" + task, "/api/entries/" + entry, members + "/invitations/" + invitation,
		"/api/entries/" + timer,
	} {
		owner.Delete(path).OK()
	}
	again := owner.Post("/api/timers/start", nil).ID()
	f.wantItems([3]string{"client", "delete", client}, [3]string{"tag", "delete", tag},
		[3]string{"project_member", "delete", owner.ID}, [3]string{"project", "delete", project},
		[3]string{"task", "delete", task}, [3]string{"entry", "delete", entry}, [3]string{"invitation", "delete", invitation},
		[3]string{"entry", "delete", timer}, [3]string{"entry", "upsert", again})
	if items := f.poll(); len(items) != 0 {
		t.Errorf("%v came again", items)
	}
	api.Clock.Advance(8 * time.Minute)
	if items := f.poll(); len(items) != 0 {
		t.Errorf("%v came again minutes later", items)
	}
}

// An invitation that has expired is a delete, though nothing was written then.
func TestAnExpiredInvitationIsDeleted(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	since := api.Clock.Now().Format(time.RFC3339)
	invitation := owner.Post("/api/workspaces/"+owner.WorkspaceID+"/invitations", object{"email": "bob@example.com"}).ID()
	followSince(t, owner, since, "types=invitation").wantRecord("upsert", invitation)
	api.Clock.Advance(people.InvitationLifetime)
	followSince(t, owner.SignInAgain(), since, "types=invitation").wantRecord("delete", invitation)
}

// wantRecord wants one item of a follower: how a record changed.
func (f *follower) wantRecord(change, id string) {
	f.t.Helper()
	if len(f.last) != 1 || f.last[0]["change"] != change || f.last[0]["id"] != id {
		f.t.Errorf("%v, want %s %s", f.last, change, id)
	}
}

// A timer keeps its id when it is stopped, and is never shown as deleted then.
func TestTimers(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	f := follow(t, owner, "types=entry")
	api.Clock.Advance(time.Second)
	first := owner.Post("/api/timers/start", nil).ID()
	f.wantItems([3]string{"entry", "upsert", first})
	api.Clock.Advance(time.Minute)
	f.wantItems() // the time that it has run is no change
	second := owner.Post("/api/timers/start", nil).ID()
	f.wantItems([3]string{"entry", "upsert", first}, [3]string{"entry", "upsert", second})
	owner.Post("/api/timers/current/stop", nil).OK()
	f.wantItems([3]string{"entry", "upsert", second})
	third := owner.Post("/api/timers/start", nil).ID()
	owner.Delete("/api/timers/" + third)
	owner.Post("/api/entries:bulk", object{"items": []object{{"id": first, "op": "delete"}}}).OK()
	fourth := owner.Post("/api/timers/start", nil).ID()
	f.poll()
	owner.Post("/api/entries:bulk", object{"items": []object{{"id": fourth, "op": "delete"}}}).OK()
	f.wantItems([3]string{"entry", "delete", fourth})
	for key, record := range f.records {
		if got := owner.Get("/api/entries/" + record["id"].(string)); got.Status != 200 {
			t.Errorf("%s is there for the follower only: %d", key, got.Status)
		}
	}
}

func TestListInput(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	cursor := owner.Get("/api/changes").OK()["next_cursor"].(string)
	owner.Get("/api/changes?types=entry,nonsense").Invalid("types enum_invalid")
	owner.Get("/api/changes?since=2026-05-17T12:00:00Z").Invalid("since range_too_long")
	owner.Get("/api/changes?since=2026-05-18T12:00:01Z").OK()
	owner.Get("/api/changes?since=2026-06-17T13:00:00Z").Invalid("since in_future")
	owner.Get("/api/changes?since=2026-06-17T11:00:00Z&cursor=" + cursor).Invalid("cursor cursor_invalid")
	owner.Get("/api/changes?types=tag&cursor=" + cursor).Invalid("cursor cursor_invalid")
	owner.Get("/api/changes?cursor=").Invalid("cursor cursor_invalid")
	owner.Get("/api/changes?limit=0").Invalid("limit min_value")
	owner.AddMember("bob", "user").Get("/api/changes?cursor=" + cursor).Invalid("cursor cursor_invalid")
	api.Clock.Advance(30*24*time.Hour - time.Minute)
	owner.Token = owner.SignInAgain().Token
	owner.Get("/api/changes?cursor=" + cursor).OK()
	api.Clock.Advance(5 * time.Minute)
	owner.Get("/api/changes?cursor=" + cursor).Invalid("cursor range_too_long")
}

// A feed that begins in the past has each record at its latest change, page by page.
func TestSince(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	api.Clock.Advance(time.Minute)
	since := api.Clock.Now().Format(time.RFC3339)
	var tags []string
	for i := range 70 {
		tags = append(tags, owner.Post("/api/tags", object{"name": strings.Repeat("t", i+1)}).ID())
		api.Clock.Advance(time.Second)
	}
	api.Clock.Advance(5 * time.Minute)
	owner.Patch("/api/tags/"+tags[0], object{"name": "last"}).OK()
	owner.Delete("/api/tags/" + tags[1]).OK()
	f := followSince(t, owner, since, "")
	if len(f.records) != 69 || len(f.seen) != 70 {
		t.Errorf("%d records of %d", len(f.records), len(f.seen))
	}
	order := []string{}
	for _, item := range owner.Get("/api/changes?limit=200&since=" + since).Items() {
		order = append(order, item["id"].(string))
	}
	if len(order) != 70 || order[0] != tags[2] || !slices.Contains(order[68:], tags[0]) ||
		!slices.Contains(order[68:], tags[1]) {
		t.Errorf("%d changes, not in the order of the last ones", len(order))
	}
	owner.Post("/api/tags", object{"name": "another"}).OK()
	f.poll()
	if len(f.records) != 70 || len(f.last) != 1 {
		t.Errorf("%d records after one more, %d new items", len(f.records), len(f.last))
	}
}
