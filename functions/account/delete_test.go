package account_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

const self = "/api/me"

// A deleted account signs in nowhere, and what it had is gone. Its time stays under the
// id of the user.
func TestDeleteAccountEndsEverythingAtOnce(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithCalendar(t)
	owner := api.Register("ada")
	admin := owner.AddMember("bob", "admin")
	admin.ConnectCalendar(provider, "bob@example.com")
	key, _ := admin.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys",
		object{"name": "laptop"}).OK()["token"].(string)
	admin.Post("/api/timers/start", object{"description": "unfinished"}).OK()
	admin.Invite("guest@example.com", "")
	token := api.MailedToken("guest@example.com", "invitation")
	other := admin.SignInAgain()

	deleted := admin.Delete(self)
	if got := deleted.OK(); got["id"] != admin.ID || got["deleted"] != true {
		t.Errorf("the answer is %v", got)
	}
	if cookie := refreshCookieOf(deleted); cookie == nil || cookie.MaxAge >= 0 {
		t.Errorf("the cookie stays: %v", cookie)
	}
	api.RunWorker()
	if n := provider.CountGrants("bob@example.com"); n != 0 {
		t.Errorf("%d grants of the calendar are left at the provider", n)
	}
	admin.Get("/api/auth/me").Problem(401, "unauthorized")
	other.Get("/api/auth/me").Problem(401, "unauthorized")
	refreshSession(api, admin.RefreshCookie, nil).Problem(401, "unauthorized")
	login(api, admin.Email, apitest.Password).Problem(401, "unauthorized")
	api.UseKey(key).Problem(401, "unauthorized")
	api.Send(apitest.Request{Method: "GET", Path: "/api/invitations/" + token}).Problem(404, "not_found")

	if members := owner.Get("/api/workspaces/" + owner.WorkspaceID + "/members").Items(); len(members) != 1 {
		t.Errorf("members %v, want only ada", members)
	}
	members := owner.Get("/api/workspaces/" + owner.WorkspaceID + "/members?include_deactivated=true").Items()
	at := slices.IndexFunc(members, func(m object) bool { return m["user_id"] == admin.ID })
	if at < 0 || members[at]["display_name"] != "Deleted user" || members[at]["email"] != "" ||
		members[at]["is_deactivated"] != true {
		t.Errorf("the members are %v", members)
	}
	entries := owner.Get("/api/entries").Items()
	if len(entries) != 1 || entries[0]["user_id"] != admin.ID || entries[0]["stopped_at"] == nil {
		t.Errorf("entries %v, want the stopped timer of the deleted user", entries)
	}
	summary := owner.Get("/api/reports/summary?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z&group_by=user")
	if text := string(summary.Body); !strings.Contains(text, "Deleted user") {
		t.Errorf("the report shows another name: %s", text)
	}
	checkErased(t, api, admin)
	api.Register("bob").Get("/api/auth/me").OK() // the address is free
}

// checkErased checks that only the bare record of a deleted user is left.
func checkErased(t *testing.T, api *apitest.Service, u *apitest.User) {
	t.Helper()
	for _, item := range apitest.TableItems(api) {
		text := fmt.Sprint(item["pk"], item["sk"])
		if strings.Contains(text, "USER#"+u.ID) && !strings.Contains(text, "PROFILE") {
			t.Errorf("a record is left: %s", text)
		}
	}
	profile := getItem(t, api, "USER#"+u.ID, "PROFILE")
	for _, name := range []string{"pw", "logins", "totp", "lang", "last_wid"} {
		if profile[name] != nil && profile[name] != "" {
			t.Errorf("the record of the user has %s", name)
		}
	}
	if profile["name"] != "Deleted user" || profile["email"] != "" {
		t.Errorf("the record of the user has name %v and address %v", profile["name"], profile["email"])
	}
}

// The owner of a workspace with other members stays. Workspaces of their own alone go.
func TestDeleteAccountNeedsNoSharedWorkspace(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	if got := owner.Delete(self).Problem(409, "conflict")["reason"]; got != "owner_required" {
		t.Errorf("reason %v", got)
	}
	owner.Get("/api/workspaces/" + owner.WorkspaceID).OK()
	member.Delete(self).OK()
	owner.Delete(self).OK()
	if w := getItem(t, api, "WS#"+owner.WorkspaceID, "META"); w["deleted_at"] == nil {
		t.Error("the workspace without other members is not deleted")
	}
	api.RunWorker()
	api.Clock.Advance(15 * 24 * time.Hour)
	for range 3 {
		api.RunWorker()
		api.Clock.Advance(time.Hour)
	}
	for _, item := range apitest.TableItems(api) {
		if text := fmt.Sprint(item["pk"]); strings.Contains(text, "WS#"+owner.WorkspaceID) {
			t.Errorf("after the purge there is %s", text)
		}
	}
}

// After any fault the account is deleted or as before. The worker does what the request
// left.
func TestDeleteAccountUnderFaults(t *testing.T) {
	t.Parallel()
	var owner, member *apitest.User
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			member = owner.AddMember("bob", "user")
			member.Post("/api/workspaces", object{"name": "Alone"}).OK()
			member.Post("/api/timers/start", nil).OK()
			return func() *apitest.Answer { return member.Delete(self) }
		},
		State: func(api *apitest.Service) string {
			deleted, guards := 0, 0
			for _, item := range apitest.TableItems(api) {
				if item["deleted_at"] != nil {
					deleted++
				}
				if strings.Contains(fmt.Sprint(item["pk"]), "EMAIL#bob") {
					guards++
				}
			}
			return fmt.Sprint(deleted, " deleted, ", guards, " addresses")
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if again.Status != http.StatusOK {
				again.Problem(401, "unauthorized")
			}
			api.RunWorker()
			checkErased(t, api, member)
			if members := owner.Get("/api/workspaces/" + owner.WorkspaceID + "/members").Items(); len(members) != 1 {
				t.Errorf("a deleted account is a member: %v", members)
			}
			if n := countEvents(owner, member.ID, "member.left"); n != 1 {
				t.Errorf("the audit log has %d times that the user left", n)
			}
			if entries := owner.Get("/api/entries").Items(); len(entries) != 1 || entries[0]["stopped_at"] == nil {
				t.Errorf("entries %v, want the stopped timer", entries)
			}
		},
	}.Run(t)
}

// countEvents counts the events of a user in the audit log of another's workspace.
func countEvents(of *apitest.User, actor, action string) int {
	return len(of.Get("/api/workspaces/" + of.WorkspaceID + "/audit-log?actor_id=" + actor + "&action=" + action).Items())
}

// A calendar that is connected while the account is deleted is erased, and its grant is
// revoked.
func TestACalendarIsConnectedDuringTheDeletion(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithCalendar(t)
	owner := api.Register("ada")
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	deleted := make(chan *apitest.Answer, 1)
	go func() { deleted <- owner.Delete(self) }()
	<-held.Reached()
	owner.ConnectCalendar(provider, "ada@example.com")
	close(release)
	(<-deleted).OK()
	api.RunWorker()
	if n := provider.CountGrants("ada@example.com"); n != 0 {
		t.Errorf("%d grants of the calendar are left at the provider", n)
	}
	checkErased(t, api, owner)
}
