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
	var places []string
	for _, w := range me["workspaces"].([]any) {
		w := w.(object)
		places = append(places, fmt.Sprint(w["id"], " ", w["name"], " ", w["role"]))
	}
	want := []string{
		eve.WorkspaceID + " eve's workspace user", bob.WorkspaceID + " bob's workspace analyst", ada.WorkspaceID + " ada's workspace owner",
	}
	if fmt.Sprint(places) != fmt.Sprint(want) {
		t.Errorf("workspaces %q, want %q", places, want)
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

func TestPreferences(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	const path = "/api/auth/me/preferences"
	set := ada.Patch(path, object{"preferredLanguage": "de-ch"})
	if user := set.OK(); user["preferred_language"] != "de-CH" || user["version"] != 2.0 || set.Header.Get("ETag") != `"2"` {
		t.Errorf("set: %v", user)
	}
	if user := ada.Patch(path, object{}).OK(); user["preferred_language"] != "de-CH" || user["version"] != 2.0 {
		t.Errorf("nothing: %v", user)
	}
	ada.Patch(path, object{"preferredLanguage": "no such language"}).Invalid("preferredLanguage language_invalid")
	stale := ada.Send(apitest.Request{Method: "PATCH", Path: path, Bearer: ada.Token, Body: object{"preferredLanguage": "fr"},
		Header: map[string]string{"If-Match": `"1"`}})
	stale.Problem(409, "conflict")
	if user := ada.Patch(path, object{"preferred_language": nil}).OK(); user["preferred_language"] != nil || user["version"] != 3.0 {
		t.Errorf("cleared: %v", user)
	}
	if got := ada.Get("/api/auth/me").OK(); got["preferred_language"] != nil || got["version"] != 3.0 {
		t.Errorf("me: %v", got)
	}
}

func TestProviders(t *testing.T) {
	h := apitest.New(t)
	h.Probe.Reset()
	items := h.Send(apitest.Request{Method: "GET", Path: "/api/auth/providers"}).Items()
	if len(items) != 2 || items[0]["id"] != "password" || items[0]["kind"] != "password" || items[0]["enabled"] != true ||
		items[1]["id"] != "external" || items[1]["kind"] != "oidc" || items[1]["enabled"] != false {
		t.Errorf("providers %v", items)
	}
	if calls := h.Probe.Snapshot().Calls; len(calls) != 0 {
		t.Errorf("calls %v, want none", calls)
	}
}

// Whoever has the published key can check our tokens; the private part is not
// in it.
func TestJWKS(t *testing.T) {
	h := apitest.New(t)
	keys, ok := h.Send(apitest.Request{Method: "GET", Path: "/.well-known/jwks.json"}).OK()["keys"].([]any)
	if !ok || len(keys) != 1 {
		t.Fatalf("keys %v, want one", keys)
	}
	published := keys[0].(object)
	known, _ := h.Deps.Keys.Keys(t.Context())
	if published["kid"] != known[0].ID || published["alg"] != "ES256" || published["use"] != "sig" || published["d"] != nil {
		t.Errorf("key %v", published)
	}
}
