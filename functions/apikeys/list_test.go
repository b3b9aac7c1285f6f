package apikeys_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestKeysAreListedByWorkspace(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("olga")
	member := owner.AddMember("mia", "user")
	own := member.Post("/api/workspaces", object{"name": "Own"}).ID()
	for i := range 3 {
		create(member, object{"name": fmt.Sprint("shared ", i)}).OK()
	}
	member.Post("/api/me/workspaces/"+own+"/api-keys", object{"name": "own"}).OK()
	create(owner, object{"name": "hers"}).OK()

	names := func(path string) (all []string) {
		for _, item := range member.Get(path).Items() {
			all = append(all, item["name"].(string))
		}
		return all
	}
	if got := fmt.Sprint(names("/api/me/workspaces/" + owner.WorkspaceID +
		"/api-keys")); got != "[shared 2 shared 1 shared 0]" {
		t.Errorf("in the other workspace: %s", got)
	}
	if got := fmt.Sprint(names("/api/me/workspaces/" + own + "/api-keys")); got != "[own]" {
		t.Errorf("in the own workspace: %s", got)
	}
	if got := len(names("/api/auth/api-keys")); got != 4 {
		t.Errorf("%d of her own in all, want 4", got)
	}
	page := member.Get("/api/auth/api-keys?limit=3").OK()
	rest := member.Get("/api/auth/api-keys?limit=3&cursor=" + page["next_cursor"].(string)).OK()
	if len(page["items"].([]any)) != 3 || len(rest["items"].([]any)) != 1 || rest["next_cursor"] != nil {
		t.Errorf("pages %v and %v", page, rest)
	}
	owner.Get("/api/auth/api-keys?cursor=" + page["next_cursor"].(string)).Invalid("cursor cursor_invalid")
}

// The keys of a workspace that the user is not a member of are not found.
func TestKeysOfAForeignWorkspace(t *testing.T) {
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	path := "/api/me/workspaces/" + owner.WorkspaceID + "/api-keys"
	outsider.Get(path).Problem(404, "not_found")
	outsider.Post(path, "{broken").Problem(404, "not_found")
	outsider.Get("/api/me/workspaces/me/api-keys").Problem(404, "not_found")
	if got := len(owner.Get(path).Items()); got != 0 {
		t.Errorf("%d keys were made", got)
	}
}
