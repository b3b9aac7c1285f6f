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
	h := apitest.New(t)
	ada := h.Register("ada")
	key := create(ada, object{"name": "brief", "expiresAt": "2026-06-17T12:10:00Z"}).OK()
	if key["status"] != "active" || key["access"] != "full" {
		t.Errorf("a new key: %v", key)
	}
	id := key["id"].(string)
	wantKey(t, ada, id, "active <nil>")
	h.Clock.Advance(10 * time.Minute)
	wantKey(t, ada, id, "expired <nil>")
	revoke(ada, ada.WorkspaceID, id).OK()
	wantKey(t, ada, id, "revoked 2026-06-17T12:10:00Z") // revoked wins over expired
}

// A key that ended with a membership shows when it ended, also after later ends.
func TestKeysShowTheEndOfTheMembership(t *testing.T) {
	h := apitest.New(t)
	olga := h.Register("olga")
	mia := olga.AddMember("mia", "user")
	member := "/api/workspaces/" + olga.WorkspaceID + "/members/" + mia.ID
	_, first := createToken(t, mia)
	h.Clock.Advance(time.Minute)
	olga.Delete(member).OK()
	h.Clock.Advance(time.Minute)
	olga.Patch(member, object{"isDeactivated": false}).OK()
	_, second := createToken(t, mia)
	_, revoked := createToken(t, mia)
	revoke(mia, mia.WorkspaceID, revoked).OK()
	wantKey(t, mia, first, "revoked 2026-06-17T12:01:00Z")
	wantKey(t, mia, second, "active <nil>")
	h.Clock.Advance(time.Minute)
	mia.Post("/api/workspaces/"+olga.WorkspaceID+"/leave", nil).OK()
	wantKey(t, mia, first, "revoked 2026-06-17T12:01:00Z")
	wantKey(t, mia, second, "revoked 2026-06-17T12:03:00Z")
	wantKey(t, mia, revoked, "revoked 2026-06-17T12:02:00Z")
}

// The keys of a deleted workspace show when it was deleted.
func TestKeysShowTheEndOfTheWorkspace(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	_, id := createToken(t, ada)
	h.Clock.Advance(time.Minute)
	ada.Delete("/api/workspaces/" + ada.WorkspaceID).OK()
	wantKey(t, ada, id, "revoked 2026-06-17T12:01:00Z")
}
