package apikeys_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestKeysAreListedByWorkspace(t *testing.T) {
	h := apitest.New(t)
	olga := h.Register("olga")
	mia := olga.AddMember("mia", "user")
	own := mia.Post("/api/workspaces", object{"name": "Own"}).ID()
	for i := range 3 {
		create(mia, object{"name": fmt.Sprint("there ", i)}).OK()
	}
	mia.Post("/api/me/workspaces/"+own+"/api-keys", object{"name": "here"}).OK()
	create(olga, object{"name": "hers"}).OK()

	names := func(path string) (all []string) {
		for _, item := range mia.Get(path).Items() {
			all = append(all, item["name"].(string))
		}
		return all
	}
	if got := fmt.Sprint(names("/api/me/workspaces/" + olga.WorkspaceID +
		"/api-keys")); got != "[there 2 there 1 there 0]" {
		t.Errorf("in the other workspace: %s", got)
	}
	if got := fmt.Sprint(names("/api/me/workspaces/" + own + "/api-keys")); got != "[here]" {
		t.Errorf("in the own workspace: %s", got)
	}
	if got := len(names("/api/auth/api-keys")); got != 4 {
		t.Errorf("%d of her own in all, want 4", got)
	}
	page := mia.Get("/api/auth/api-keys?limit=3").OK()
	rest := mia.Get("/api/auth/api-keys?limit=3&cursor=" + page["next_cursor"].(string)).OK()
	if len(page["items"].([]any)) != 3 || len(rest["items"].([]any)) != 1 || rest["next_cursor"] != nil {
		t.Errorf("pages %v and %v", page, rest)
	}
	olga.Get("/api/auth/api-keys?cursor=" + page["next_cursor"].(string)).Invalid("cursor cursor_invalid")
}

// The keys of a workspace that the user is not a member of are not found.
func TestKeysOfAForeignWorkspace(t *testing.T) {
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	path := "/api/me/workspaces/" + ada.WorkspaceID + "/api-keys"
	bob.Get(path).Problem(404, "not_found")
	bob.Post(path, "{broken").Problem(404, "not_found")
	bob.Get("/api/me/workspaces/me/api-keys").Problem(404, "not_found")
	if got := len(ada.Get(path).Items()); got != 0 {
		t.Errorf("%d keys were made", got)
	}
}
