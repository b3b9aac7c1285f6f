package account_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestMe(t *testing.T) {
	h := apitest.New(t)
	ada, bob, eve := h.Register("ada"), h.Register("bob"), h.Register("eve")
	addMember(t, ada, bob.WorkspaceID, "analyst", "2026-06-17T11:00:00Z")
	addMember(t, ada, eve.WorkspaceID, "user", "2026-06-17T10:00:00Z")
	me := ada.Get("/api/auth/me").OK()
	var got []string
	for _, w := range me["workspaces"].([]any) {
		w := w.(object)
		got = append(got, fmt.Sprint(w["id"], " ", w["name"], " ", w["role"]))
	}
	want := []string{
		eve.WorkspaceID + " eve's workspace user", bob.WorkspaceID + " bob's workspace analyst",
		ada.WorkspaceID + " ada's workspace owner",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("workspaces %q, want %q", got, want)
	}
	for name, want := range map[string]any{
		"id": ada.ID, "email": "ada@example.com", "email_verified": false, "display_name": "ada", "preferred_language": nil,
		"created_at": "2026-06-17T12:00:00Z", "version": 1.0, "active_workspace_id": ada.WorkspaceID, "has_password": true,
	} {
		if me[name] != want {
			t.Errorf("%s %v, want %v", name, me[name], want)
		}
	}
	if logins, ok := me["external_logins"].([]any); !ok || len(logins) != 0 {
		t.Errorf("external_logins %v, want []", me["external_logins"])
	}
	if got := ada.Get("/api/auth/me").Header.Get("ETag"); got != `"1"` {
		t.Errorf("ETag %s", got)
	}
	endMembership(t, ada, bob.WorkspaceID)
	setAttribute(t, h, "WS#"+eve.WorkspaceID, "META", "deleted_at", "2026-06-17T12:00:00Z")
	if got := ada.Get("/api/auth/me").OK()["workspaces"].([]any); len(got) != 1 {
		t.Errorf("after two of them ended: %v", got)
	}
}
