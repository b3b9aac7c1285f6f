package tags_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/store/timedb"
)

type object = map[string]any

func TestTagLifecycle(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")

	created := owner.Post("/api/tags", object{"name": " Deep work "})
	path := "/api/tags/" + created.ID()
	if tag := created.OK(); tag["name"] != "Deep work" || tag["version"] != 1.0 ||
		tag["created_at"] != "2026-06-17T12:00:00Z" {
		t.Errorf("created %v", tag)
	}
	renamed := owner.Patch(path, object{"name": "Deep Work"})
	if renamed.OK()["version"] != 2.0 || renamed.Header.Get("ETag") != `"2"` {
		t.Errorf("renamed %s %s", renamed.Header.Get("ETag"), renamed.Body)
	}
	if same := owner.Patch(path, object{}).OK(); same["version"] != 2.0 || same["name"] != "Deep Work" {
		t.Errorf("a change of nothing gave %v", same)
	}
	stale := apitest.Request{Method: "DELETE", Path: path, Bearer: owner.Token,
		Header: map[string]string{"If-Match": `"1"`}}
	owner.Send(stale).Problem(409, "conflict")
	if items := owner.Get("/api/tags").Items(); len(items) != 1 || items[0]["name"] != "Deep Work" {
		t.Errorf("listed %v", items)
	}
	owner.Delete(path).OK()
	owner.Delete(path).Problem(404, "not_found")
	if items := owner.Get("/api/tags").Items(); len(items) != 0 {
		t.Errorf("listed %v after the delete", items)
	}
}

func TestTagFields(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	owner.Post("/api/tags", object{}).Invalid("name required")
	owner.Post("/api/tags", object{"name": "\u00a0"}).Invalid("name min_length")
	owner.Post("/api/tags", object{"name": strings.Repeat("x", 256)}).Invalid("name max_length")
	owner.Post("/api/tags", object{"name": 7}).Invalid("name type_invalid")
	path := "/api/tags/" + owner.Post("/api/tags", object{"name": strings.Repeat("x", 255)}).ID()
	owner.Patch(path, object{"name": nil}).Invalid("name required")
}

func TestTagNamesAreUnique(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	apitest.CheckUniqueNames(t, apitest.Records{User: owner, Path: "/api/tags"})
}

func TestWhoMayChangeTags(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, member, analyst := owner.AddMember("amir", "admin"), owner.AddMember("ursula", "user"),
		owner.AddMember("ann", "analyst")

	path := "/api/tags/" + member.Post("/api/tags", object{"name": "By a user"}).ID()
	member.Patch(path, "{broken").Denied("role_insufficient")
	member.Delete(path).Denied("role_insufficient")
	admin.Patch(path, object{"name": "By an admin"}).OK()
	analyst.Post("/api/tags", "{broken").Denied("analyst_read_only")
	analyst.Patch(path, "{broken").Denied("analyst_read_only")
	analyst.Delete("/api/tags/"+analyst.ID).Problem(404, "not_found")
	for _, user := range []*apitest.User{owner, admin, member, analyst} {
		if got := len(user.Get("/api/tags").Items()); got != 1 {
			t.Errorf("%s sees %d tags, want 1", user.Email, got)
		}
	}
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"membersCanCreateTags": false}).OK()
	member.Post("/api/tags", "{broken").Denied("role_insufficient")
	admin.Post("/api/tags", object{"name": "Still"}).OK()

	outsider := api.Register("stan")
	outsider.Patch(path, object{"name": "Mine"}).Problem(404, "not_found")
	outsider.Delete(path).Problem(404, "not_found")
}

func TestTagsWithAPIKey(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Post("/api/tags", object{"name": "Deep work"}).OK()
	owner.Post("/api/tags", object{"name": "Meeting"}).OK()
	key := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "k"}).OK()["token"].(string)
	items := api.As(key).Get("/api/v1/tags?search=MEET").Items()
	if len(items) != 1 || items[0]["name"] != "Meeting" {
		t.Errorf("listed %v", items)
	}
	owner.Get("/api/v1/tags").Problem(401, "unauthorized")
}

// trackTime tracks time to a tag, straight through the store.
func trackTime(api *apitest.Service, p *apitest.User, tag string) error {
	now := domain.InstantOf(api.Clock.Now())
	timer := timelog.Entry{ID: domain.NewID(), UserID: domain.NewID(), TagIDs: []domain.ID{domain.ID(tag)}, StartedAt: now,
		CreatedAt: now, UpdatedAt: now, Version: 1}
	return api.Deps.Store.StartTimer(context.Background(), domain.ID(p.WorkspaceID), nil, timedb.EntryWrite{
		Changes: []timelog.EntryChange{{After: &timer}}, FirstUses: store.FirstUses{Tags: []domain.ID{domain.ID(tag)}},
	})
}

func TestUsedTagCannotBeDeleted(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	path := "/api/tags/" + owner.Post("/api/tags", object{"name": "Used"}).ID()
	if err := trackTime(api, owner, path[len("/api/tags/"):]); err != nil {
		t.Fatal(err)
	}
	owner.Delete(path).Problem(409, "conflict")
	owner.Patch(path, object{"name": "Renamed"}).OK()
	owner.Delete(path).Problem(409, "conflict") // a change does not wash it clean
}

// A tag is deleted while it is used for the first time: exactly one of the two
// happens.
func TestDeleteTagRacesFirstUse(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	for n := range 8 {
		id := owner.Post("/api/tags", object{"name": fmt.Sprint("Racing ", n)}).ID()
		var used, deleted atomic.Bool
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				used.Store(trackTime(api, owner, id) == nil)
				return
			}
			answer := owner.Delete("/api/tags/" + id)
			deleted.Store(answer.Status == http.StatusOK)
			if answer.Status != http.StatusOK && answer.Status != http.StatusConflict {
				t.Errorf("%d\n%s", answer.Status, answer.Body)
			}
		})
		if used.Load() == deleted.Load() {
			t.Fatalf("used %t, deleted %t", used.Load(), deleted.Load())
		}
	}
}

// A rename that read the tag before its first use must not undo the use.
func TestRenameKeepsConcurrentFirstUse(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	id := owner.Post("/api/tags", object{"name": "Before"}).ID()
	until := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("TransactWriteItems")})
	done := make(chan *apitest.Answer)
	go func() { done <- owner.Patch("/api/tags/"+id, object{"name": "After"}) }()
	<-held.Reached()
	if err := trackTime(api, owner, id); err != nil {
		t.Fatal(err)
	}
	close(until)
	(<-done).OK()
	owner.Delete("/api/tags/"+id).Problem(409, "conflict")
}

func TestTagWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	apitest.CheckRecordWrites(t, apitest.RecordWrites{
		Path: "/api/tags", Old: object{"name": "Old"}, New: object{"name": "New"},
		Changes: map[string]apitest.RecordSend{"rename": func(owner *apitest.User, path string) *apitest.Answer {
			return owner.Patch(path, object{"name": "Renamed"})
		}},
	})
}
