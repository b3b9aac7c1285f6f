package account_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestMe(t *testing.T) {
	api := apitest.New(t)
	owner, outsider, otherOutsider := api.Register("ada"), api.Register("bob"), api.Register("eve")
	addMember(t, owner, outsider.WorkspaceID, "analyst", "2026-06-17T11:00:00Z")
	addMember(t, owner, otherOutsider.WorkspaceID, "user", "2026-06-17T10:00:00Z")
	me := owner.Get("/api/auth/me").OK()
	var got []string
	for _, w := range me["workspaces"].([]any) {
		w := w.(object)
		got = append(got, fmt.Sprint(w["id"], " ", w["name"], " ", w["role"]))
	}
	want := []string{
		otherOutsider.WorkspaceID + " eve's workspace user", outsider.WorkspaceID + " bob's workspace analyst",
		owner.WorkspaceID + " ada's workspace owner",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("workspaces %q, want %q", got, want)
	}
	for name, want := range map[string]any{
		"id": owner.ID, "email": "ada@example.com", "email_verified": false, "display_name": "ada", "preferred_language": nil,
		"created_at": "2026-06-17T12:00:00Z", "version": 1.0, "active_workspace_id": owner.WorkspaceID, "has_password": true,
	} {
		if me[name] != want {
			t.Errorf("%s %v, want %v", name, me[name], want)
		}
	}
	if logins, ok := me["external_logins"].([]any); !ok || len(logins) != 0 {
		t.Errorf("external_logins %v, want []", me["external_logins"])
	}
	if got := owner.Get("/api/auth/me").Header.Get("ETag"); got != `"1"` {
		t.Errorf("ETag %s", got)
	}
	endMembership(t, owner, outsider.WorkspaceID)
	setAttribute(t, api, "WS#"+otherOutsider.WorkspaceID, "META", "deleted_at", "2026-06-17T12:00:00Z")
	if got := owner.Get("/api/auth/me").OK()["workspaces"].([]any); len(got) != 1 {
		t.Errorf("after two of them ended: %v", got)
	}
}
