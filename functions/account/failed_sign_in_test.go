package account_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
)

// Failed sign-ins of a member are in the audit log of each of their workspaces: one event in a quarter of an hour from
// a network. An address without an account has none.
func TestFailedSignInsAreAudited(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.AttemptsPerNetwork, c.AttemptsPerAccount = 1000, 1000 })
	owner, other := api.Register("ada"), api.Register("olga")
	member := owner.AddMember("bob", "user")
	other.AddAsMember(member, "user")
	app := member.EnableSecondFactor()
	fail := func(network, password, code string) {
		t.Helper()
		api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", ClientIP: network,
			Body: object{"email": member.Email, "password": password, "code": code}}).Problem(401, "unauthorized")
	}
	for range 3 {
		fail("192.0.2.7", "wrong password here", "")
		fail("192.0.2.8", apitest.Password, app.WrongCode())
		fail("198.51.100.7", "wrong password here", "")
		api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
			Body: object{"email": "nobody@example.com", "password": "wrong password here"}}).Problem(401, "unauthorized")
	}
	failed := func() []map[string]any {
		api.RunWorker()
		api.RunWorker()
		found := owner.Get("/api/workspaces/" + owner.WorkspaceID + "/audit-log?action=sign_in.failed").Items()
		if there := other.Get("/api/workspaces/" + other.WorkspaceID +
			"/audit-log?action=sign_in.failed").Items(); len(there) != len(found) {
			t.Errorf("%d events in the other workspace, want %d", len(there), len(found))
		}
		return found
	}
	found := failed()
	if len(found) != 3 {
		t.Fatalf("%d events, want one of each network", len(found))
	}
	target, actor := found[0]["target"].(map[string]any), found[0]["actor"].(map[string]any)
	if target["id"] != member.ID || target["kind"] != "member" || actor["kind"] != "system" || found[0]["ip"] == nil {
		t.Errorf("%v", found[0])
	}
	api.Clock.Advance(15 * time.Minute)
	owner = api.UserOf(owner.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{owner.RefreshCookie}}))
	other = api.UserOf(other.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{other.RefreshCookie}}))
	fail("192.0.2.7", "wrong password here", "")
	if found := failed(); len(found) != 4 {
		t.Errorf("%d events after a quarter of an hour, want 4", len(found))
	}
}
