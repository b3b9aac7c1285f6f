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
	ada := apitest.New(t).Register("ada")

	created := ada.Post("/api/tags", object{"name": " Deep work "})
	path := "/api/tags/" + created.ID()
	if tag := created.OK(); tag["name"] != "Deep work" || tag["version"] != 1.0 ||
		tag["created_at"] != "2026-06-17T12:00:00Z" {
		t.Errorf("created %v", tag)
	}
	renamed := ada.Patch(path, object{"name": "Deep Work"})
	if renamed.OK()["version"] != 2.0 || renamed.Header.Get("ETag") != `"2"` {
		t.Errorf("renamed %s %s", renamed.Header.Get("ETag"), renamed.Body)
	}
	if same := ada.Patch(path, object{}).OK(); same["version"] != 2.0 || same["name"] != "Deep Work" {
		t.Errorf("a change of nothing gave %v", same)
	}
	stale := apitest.Request{Method: "DELETE", Path: path, Bearer: ada.Token, Header: map[string]string{"If-Match": `"1"`}}
	ada.Send(stale).Problem(409, "conflict")
	if items := ada.Get("/api/tags").Items(); len(items) != 1 || items[0]["name"] != "Deep Work" {
		t.Errorf("listed %v", items)
	}
	ada.Delete(path).OK()
	ada.Delete(path).Problem(404, "not_found")
	if items := ada.Get("/api/tags").Items(); len(items) != 0 {
		t.Errorf("listed %v after the delete", items)
	}
}

func TestTagFields(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	ada.Post("/api/tags", object{}).Invalid("name required")
	ada.Post("/api/tags", object{"name": "\u00a0"}).Invalid("name min_length")
	ada.Post("/api/tags", object{"name": strings.Repeat("x", 256)}).Invalid("name max_length")
	ada.Post("/api/tags", object{"name": 7}).Invalid("name type_invalid")
	path := "/api/tags/" + ada.Post("/api/tags", object{"name": strings.Repeat("x", 255)}).ID()
	ada.Patch(path, object{"name": nil}).Invalid("name required")
}

func TestTagNamesAreUnique(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	apitest.CheckUniqueNames(t, apitest.NameOperations{
		Create: func(name string) *apitest.Answer { return ada.Post("/api/tags", object{"name": name}) },
		Rename: func(id, name string) *apitest.Answer { return ada.Patch("/api/tags/"+id, object{"name": name}) },
		Delete: func(id string) *apitest.Answer { return ada.Delete("/api/tags/" + id) },
	})
}

func TestWhoMayChangeTags(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	amir, ursula, ann := ada.AddMember("amir", "admin"), ada.AddMember("ursula", "user"), ada.AddMember("ann", "analyst")

	path := "/api/tags/" + ursula.Post("/api/tags", object{"name": "By a user"}).ID()
	ursula.Patch(path, "{broken").Denied("role_insufficient")
	ursula.Delete(path).Denied("role_insufficient")
	amir.Patch(path, object{"name": "By an admin"}).OK()
	ann.Post("/api/tags", "{broken").Denied("analyst_read_only")
	ann.Patch(path, "{broken").Denied("analyst_read_only")
	ann.Delete("/api/tags/"+ann.ID).Problem(404, "not_found")
	for _, user := range []*apitest.User{ada, amir, ursula, ann} {
		if got := len(user.Get("/api/tags").Items()); got != 1 {
			t.Errorf("%s sees %d tags, want 1", user.Email, got)
		}
	}
	ada.Patch("/api/workspaces/"+ada.WorkspaceID, object{"membersCanCreateTags": false}).OK()
	ursula.Post("/api/tags", "{broken").Denied("role_insufficient")
	amir.Post("/api/tags", object{"name": "Still"}).OK()

	outsider := h.Register("stan")
	outsider.Patch(path, object{"name": "Mine"}).Problem(404, "not_found")
	outsider.Delete(path).Problem(404, "not_found")
}

func TestTagsWithAPIKey(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Post("/api/tags", object{"name": "Deep work"}).OK()
	ada.Post("/api/tags", object{"name": "Meeting"}).OK()
	key := ada.Post("/api/me/workspaces/"+ada.WorkspaceID+"/api-keys", object{"name": "k"}).OK()["token"].(string)
	items := h.Send(apitest.Request{Method: "GET", Path: "/api/v1/tags?search=MEET", Bearer: key}).Items()
	if len(items) != 1 || items[0]["name"] != "Meeting" {
		t.Errorf("listed %v", items)
	}
	h.Send(apitest.Request{Method: "GET", Path: "/api/v1/tags", Bearer: ada.Token}).Problem(401, "unauthorized")
}

// trackTime tracks time to a tag, straight through the store.
func trackTime(h *apitest.Service, p *apitest.User, tag string) error {
	now := domain.InstantOf(h.Clock.Now())
	timer := timelog.Entry{ID: domain.NewID(), UserID: domain.NewID(), TagIDs: []domain.ID{domain.ID(tag)}, StartedAt: now,
		CreatedAt: now, UpdatedAt: now, Version: 1}
	return h.Deps.Store.StartTimer(context.Background(), domain.ID(p.WorkspaceID), nil, timedb.EntryWrite{
		Changes: []timelog.EntryChange{{After: &timer}}, FirstUses: store.FirstUses{Tags: []domain.ID{domain.ID(tag)}},
	})
}

func TestUsedTagCannotBeDeleted(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	path := "/api/tags/" + ada.Post("/api/tags", object{"name": "Used"}).ID()
	if err := trackTime(h, ada, path[len("/api/tags/"):]); err != nil {
		t.Fatal(err)
	}
	ada.Delete(path).Problem(409, "conflict")
	ada.Patch(path, object{"name": "Renamed"}).OK()
	ada.Delete(path).Problem(409, "conflict") // a change does not wash it clean
}

// A tag is deleted while it is used for the first time: exactly one of the two
// happens.
func TestDeleteTagRacesFirstUse(t *testing.T) {
	t.Parallel()
	h := apitest.NewLagging(t)
	ada := h.Register("ada")
	for n := range 8 {
		id := ada.Post("/api/tags", object{"name": fmt.Sprint("Racing ", n)}).ID()
		var used, deleted atomic.Bool
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				used.Store(trackTime(h, ada, id) == nil)
				return
			}
			answer := ada.Delete("/api/tags/" + id)
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
	h := apitest.New(t)
	ada := h.Register("ada")
	id := ada.Post("/api/tags", object{"name": "Before"}).ID()
	until := make(chan struct{})
	held := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("TransactWriteItems")})
	done := make(chan *apitest.Answer)
	go func() { done <- ada.Patch("/api/tags/"+id, object{"name": "After"}) }()
	<-held.Reached()
	if err := trackTime(h, ada, id); err != nil {
		t.Fatal(err)
	}
	close(until)
	(<-done).OK()
	ada.Delete("/api/tags/"+id).Problem(409, "conflict")
}

func TestTagWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	writes := map[string]struct {
		send  func(ada *apitest.User, path string) *apitest.Answer
		again int
	}{
		"create": {send: func(ada *apitest.User, _ string) *apitest.Answer {
			return ada.Send(apitest.Request{
				Method: "POST", Path: "/api/tags", Body: object{"name": "New"}, Bearer: ada.Token,
				Header: map[string]string{"Idempotency-Key": "k"},
			})
		}},
		"rename": {send: func(ada *apitest.User, path string) *apitest.Answer {
			return ada.Patch(path, object{"name": "Renamed"})
		}},
		"delete": {again: 404, send: func(ada *apitest.User, path string) *apitest.Answer { return ada.Delete(path) }},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			apitest.RetryableWrite{
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					ada := h.Register("ada")
					path := "/api/tags/" + ada.Post("/api/tags", object{"name": "Old"}).ID()
					return func() *apitest.Answer { return write.send(ada, path) }
				},
				State:       func(h *apitest.Service) string { return fmt.Sprint(apitest.ItemCounts(h), apitest.TakenNames(h)) },
				RetryStatus: write.again,
			}.Walk(t)
		})
	}
}
