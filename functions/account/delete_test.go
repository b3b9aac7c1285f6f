package account_test

import (
	"fmt"
	"net/http"
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
	h, provider := apitest.NewWithCalendar(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "admin")
	bob.ConnectCalendar(provider, "bob@example.com")
	key, _ := bob.Post("/api/me/workspaces/"+ada.WorkspaceID+"/api-keys", object{"name": "laptop"}).OK()["token"].(string)
	bob.Post("/api/timers/start", object{"description": "unfinished"}).OK()
	bob.Invite("guest@example.com", "")
	token := h.MailedToken("guest@example.com", "invitation")
	other := h.UserOf(login(h, bob.Email, apitest.Password))

	deleted := bob.Delete(self)
	if got := deleted.OK(); got["id"] != bob.ID || got["deleted"] != true {
		t.Errorf("the answer is %v", got)
	}
	if cookie := refreshCookieOf(deleted); cookie == nil || cookie.MaxAge >= 0 {
		t.Errorf("the cookie stays: %v", cookie)
	}
	h.RunWorker()
	if n := provider.CountGrants("bob@example.com"); n != 0 {
		t.Errorf("%d grants of the calendar are left at the provider", n)
	}
	bob.Get("/api/auth/me").Problem(401, "unauthorized")
	other.Get("/api/auth/me").Problem(401, "unauthorized")
	refreshSession(h, bob.RefreshCookie, nil).Problem(401, "unauthorized")
	login(h, bob.Email, apitest.Password).Problem(401, "unauthorized")
	h.Send(apitest.Request{Method: "GET", Path: "/api/v1/me", Bearer: key}).Problem(401, "unauthorized")
	h.Send(apitest.Request{Method: "GET", Path: "/api/invitations/" + token}).Problem(404, "not_found")

	if members := ada.Get("/api/workspaces/" + ada.WorkspaceID + "/members").Items(); len(members) != 1 {
		t.Errorf("members %v, want only ada", members)
	}
	for _, m := range ada.Get("/api/workspaces/" + ada.WorkspaceID + "/members?include_deactivated=true").Items() {
		if m["user_id"] == bob.ID && (m["display_name"] != "Deleted user" || m["email"] != "" ||
			m["is_deactivated"] != true) {
			t.Errorf("the former member is %v", m)
		}
	}
	entries := ada.Get("/api/entries").Items()
	if len(entries) != 1 || entries[0]["user_id"] != bob.ID || entries[0]["stopped_at"] == nil {
		t.Errorf("entries %v, want the stopped timer of the deleted user", entries)
	}
	summary := ada.Get("/api/reports/summary?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z&group_by=user")
	if text := string(summary.Body); !strings.Contains(text, "Deleted user") {
		t.Errorf("the report shows another name: %s", text)
	}
	checkErased(t, h, bob)
	h.Register("bob").Get("/api/auth/me").OK() // the address is free
}

// checkErased checks that only the bare record of a deleted user is left.
func checkErased(t *testing.T, h *apitest.Service, u *apitest.User) {
	t.Helper()
	for _, item := range apitest.TableItems(h) {
		text := fmt.Sprint(item["pk"], item["sk"])
		if strings.Contains(text, "USER#"+u.ID) && !strings.Contains(text, "PROFILE") {
			t.Errorf("a record is left: %s", text)
		}
	}
	profile := getItem(t, h, "USER#"+u.ID, "PROFILE")
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
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "user")
	if got := ada.Delete(self).Problem(409, "conflict")["reason"]; got != "owner_required" {
		t.Errorf("reason %v", got)
	}
	ada.Get("/api/workspaces/" + ada.WorkspaceID).OK()
	bob.Delete(self).OK()
	ada.Delete(self).OK()
	if w := getItem(t, h, "WS#"+ada.WorkspaceID, "META"); w["deleted_at"] == nil {
		t.Error("the workspace without other members is not deleted")
	}
	h.RunWorker()
	h.Clock.Advance(15 * 24 * time.Hour)
	for range 3 {
		h.RunWorker()
		h.Clock.Advance(time.Hour)
	}
	for _, item := range apitest.TableItems(h) {
		if text := fmt.Sprint(item["pk"]); strings.Contains(text, "WS#"+ada.WorkspaceID) {
			t.Errorf("after the purge there is %s", text)
		}
	}
}

// After any fault the account is deleted or as before. The worker does what the request
// left.
func TestDeleteAccountUnderFaults(t *testing.T) {
	t.Parallel()
	var ada, bob *apitest.User
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada = h.Register("ada")
			bob = ada.AddMember("bob", "user")
			bob.Post("/api/workspaces", object{"name": "Alone"}).OK()
			bob.Post("/api/timers/start", nil).OK()
			return func() *apitest.Answer { return bob.Delete(self) }
		},
		State: func(h *apitest.Service) string {
			deleted, guards := 0, 0
			for _, item := range apitest.TableItems(h) {
				if item["deleted_at"] != nil {
					deleted++
				}
				if strings.Contains(fmt.Sprint(item["pk"]), "EMAIL#bob") {
					guards++
				}
			}
			return fmt.Sprint(deleted, " deleted, ", guards, " addresses")
		},
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
			if again.Status != http.StatusOK {
				again.Problem(401, "unauthorized")
			}
			h.RunWorker()
			checkErased(t, h, bob)
			if members := ada.Get("/api/workspaces/" + ada.WorkspaceID + "/members").Items(); len(members) != 1 {
				t.Errorf("a deleted account is a member: %v", members)
			}
			if n := countEvents(ada, bob.ID, "member.left"); n != 1 {
				t.Errorf("the audit log has %d times that the user left", n)
			}
			if entries := ada.Get("/api/entries").Items(); len(entries) != 1 || entries[0]["stopped_at"] == nil {
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
	h, provider := apitest.NewWithCalendar(t)
	ada := h.Register("ada")
	release := make(chan struct{})
	held := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	deleted := make(chan *apitest.Answer, 1)
	go func() { deleted <- ada.Delete(self) }()
	<-held.Reached()
	ada.ConnectCalendar(provider, "ada@example.com")
	close(release)
	(<-deleted).OK()
	h.RunWorker()
	if n := provider.CountGrants("ada@example.com"); n != 0 {
		t.Errorf("%d grants of the calendar are left at the provider", n)
	}
	checkErased(t, h, ada)
}
