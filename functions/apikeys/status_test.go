package apikeys_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
)

// wantKey checks the status and the revocation time of one of the user's keys, in the
// list of all workspaces.
func wantKey(t *testing.T, p *apitest.User, id, want string) {
	t.Helper()
	for _, key := range p.Get("/api/auth/api-keys").Items() {
		if key["id"] == id {
			if got := fmt.Sprint(key["status"], " ", key["revoked_at"]); got != want {
				t.Errorf("the key is %s, want %s", got, want)
			}
			return
		}
	}
	t.Errorf("the key %s is not listed", id)
}

func TestStatusOfAKey(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	key := create(owner, object{"name": "brief", "expiresAt": "2026-06-17T12:10:00Z"}).OK()
	if key["status"] != "active" || key["access"] != "full" {
		t.Errorf("a new key: %v", key)
	}
	id := key["id"].(string)
	wantKey(t, owner, id, "active <nil>")
	api.Clock.Advance(10 * time.Minute)
	wantKey(t, owner, id, "expired <nil>")
	revoke(owner, owner.WorkspaceID, id).OK()
	wantKey(t, owner, id, "revoked 2026-06-17T12:10:00Z") // revoked wins over expired
}

// A key that ended with a membership shows when it ended, also after later ends.
func TestKeysShowTheEndOfTheMembership(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("olga")
	coworker := owner.AddMember("mia", "user")
	member := "/api/workspaces/" + owner.WorkspaceID + "/members/" + coworker.ID
	_, first := createKey(t, coworker)
	api.Clock.Advance(time.Minute)
	owner.Delete(member).OK()
	api.Clock.Advance(time.Minute)
	owner.Patch(member, object{"isDeactivated": false}).OK()
	_, second := createKey(t, coworker)
	_, revoked := createKey(t, coworker)
	revoke(coworker, coworker.WorkspaceID, revoked).OK()
	wantKey(t, coworker, first, "revoked 2026-06-17T12:01:00Z")
	wantKey(t, coworker, second, "active <nil>")
	api.Clock.Advance(time.Minute)
	coworker.Post("/api/workspaces/"+owner.WorkspaceID+"/leave", nil).OK()
	wantKey(t, coworker, first, "revoked 2026-06-17T12:01:00Z")
	wantKey(t, coworker, second, "revoked 2026-06-17T12:03:00Z")
	wantKey(t, coworker, revoked, "revoked 2026-06-17T12:02:00Z")
}

// The keys of a deleted workspace show when it was deleted.
func TestKeysShowTheEndOfTheWorkspace(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	_, id := createKey(t, owner)
	api.Clock.Advance(time.Minute)
	owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
	wantKey(t, owner, id, "revoked 2026-06-17T12:01:00Z")
}
