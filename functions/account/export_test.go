package account_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

// The export has what the service holds about the caller, and no secret.
func TestExportHasEverythingOfTheCaller(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithCalendar(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	member.ConnectCalendar(provider, "calendar@example.com")
	key, _ := member.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys",
		object{"name": "laptop"}).OK()["token"].(string)
	outsider := api.Register("carl")
	outsider.Invite(member.Email, "")
	owner.Post("/api/entries", object{"description": "of ada", "startedAt": "2026-05-04T09:00:00Z",
		"stoppedAt": "2026-05-04T10:00:00Z"}).OK()
	for day := range 3 {
		date := fmt.Sprintf("2026-05-0%d", day+4)
		member.Post("/api/entries", object{"description": "of bob " + date, "startedAt": date + "T09:00:00Z",
			"stoppedAt": date + "T10:00:00Z"}).OK()
	}
	member.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-05-04", "periodEnd": "2026-05-04", "note": "of May"}).OK()
	member.Post("/api/timers/start", object{"description": "running"}).OK()

	answer := member.Get(self + "/export")
	whole := answer.OK()
	text := string(answer.Body)
	for _, want := range []string{"bob@example.com", "calendar@example.com", "laptop", "of bob 2026-05-06", "of May",
		"running", "carl's workspace", "user_agent"} {
		if !strings.Contains(text, want) {
			t.Errorf("the export lacks %q", want)
		}
	}
	for _, never := range []string{"of ada", key, `"pw`, "digest", "refresh_token"} {
		if strings.Contains(text, never) {
			t.Errorf("the export has %q", never)
		}
	}
	if len(whole["entries"].([]any)) != 4 || len(whole["submissions"].([]any)) != 1 || whole["next_cursor"] != nil {
		t.Errorf("%v", whole)
	}
	account := whole["account"].(object)
	for _, list := range []string{"sessions", "known_devices", "api_keys", "memberships", "calendar_connections",
		"external_logins"} {
		if rows, ok := account[list].([]any); !ok || len(rows) == 0 && list != "external_logins" {
			t.Errorf("%s are %v", list, account[list])
		}
	}
	for _, s := range account["sessions"].([]any) {
		if x := s.(object); x["is_active"] != true || x["network"] == "" {
			t.Errorf("a session is %v", x)
		}
	}
	checkExportPages(t, member, 4, 1)
	member.Get(self + "/export?cursor=broken").Invalid("cursor cursor_invalid")
}

// checkExportPages reads the export in pages of one record.
func checkExportPages(t *testing.T, u *apitest.User, entries, submissions int) {
	t.Helper()
	seen, path := map[string]bool{}, self+"/export?limit=1"
	for pages := 0; path != "" && pages < 20; pages++ {
		page := u.Get(path).OK()
		if first := pages == 0; (page["account"] != nil) != first {
			t.Errorf("page %d has the account: %v", pages, page["account"] != nil)
		}
		for _, kind := range []string{"entries", "submissions"} {
			for _, row := range page[kind].([]any) {
				seen[kind+row.(object)["id"].(string)] = true
			}
		}
		path = ""
		if next, ok := page["next_cursor"].(string); ok {
			path = self + "/export?limit=1&cursor=" + next
		}
	}
	if len(seen) != entries+submissions {
		t.Errorf("%d records in all pages, want %d", len(seen), entries+submissions)
	}
}

// An answer of the export stays below what the gateway takes, also with the longest
// texts, and all entries come.
func TestExportIsBounded(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	const batches, rows = 15, 10
	for batch := range batches {
		var items []object
		for row := range rows {
			at := time.Date(2026, 5, 1+batch, 8, row, 0, 0, time.UTC)
			items = append(items, object{"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", 100*batch+row+1),
				"description": strings.Repeat("\U00010348", 5000), "startedAt": at, "stoppedAt": at.Add(time.Minute)})
		}
		owner.Post("/api/entries:bulk", object{"items": items}).OK()
	}
	seen, path := 0, self+"/export"
	for pages := 0; path != "" && pages < 10; pages++ {
		answer := owner.Get(path)
		page := answer.OK()
		if len(answer.Body) > 4<<20 {
			t.Errorf("an answer has %d bytes", len(answer.Body))
		}
		seen += len(page["entries"].([]any))
		path = ""
		if next, ok := page["next_cursor"].(string); ok {
			path = self + "/export?cursor=" + next
		}
	}
	if seen != batches*rows {
		t.Errorf("%d entries, want %d", seen, batches*rows)
	}
}

// The time in a workspace is the workspace's. Whoever left it, or does not sign in as it requires, gets what the
// service holds about themselves, their time elsewhere, and why the rest is missing.
func TestExportKeepsToThePolicyOfEachWorkspace(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := api.Register("bob")
	own := member.WorkspaceID
	member.VerifyEmail()
	entry := object{"description": "own", "startedAt": "2026-05-04T09:00:00Z", "stoppedAt": "2026-05-04T10:00:00Z"}
	member.Post("/api/entries", entry).OK()
	member.Post("/api/me/pending-invitations/"+owner.Invite(member.Email, "")+"/accept", nil).OK()
	inOther := api.UserOf(refreshSession(api, member.RefreshCookie, object{"workspaceId": owner.WorkspaceID}))
	entry["description"] = "of the workspace"
	inOther.Post("/api/entries", entry).OK()
	inOther.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-05-04", "periodEnd": "2026-05-04"}).OK()

	want := func(when string, entries, submissions int, withheld any) {
		t.Helper()
		export := inOther.Get(self + "/export").OK()
		if len(export["entries"].([]any)) != entries || len(export["submissions"].([]any)) != submissions {
			t.Errorf("%s: entries %v, submissions %v", when, export["entries"], export["submissions"])
		}
		memberships := export["account"].(object)["memberships"].([]any)
		if len(memberships) != 2 {
			t.Errorf("%s: memberships %v", when, memberships)
		}
		for _, row := range memberships {
			m := row.(object)
			if reason := m["time_withheld"]; m["workspace_id"] == own && reason != nil ||
				m["workspace_id"] != own && reason != withheld {
				t.Errorf("%s: %v", when, m)
			}
		}
	}
	want("as a member", 2, 1, nil)
	factor := owner.EnableSecondFactor()
	owner = api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": owner.Email, "password": apitest.Password, "code": factor.NextCode()}}))
	workspace := "/api/workspaces/" + owner.WorkspaceID
	owner.Patch(workspace, object{"requireSecondFactor": true}).OK()
	want("without the second factor", 1, 0, "second_factor_required")
	owner.Patch(workspace, object{"requireSecondFactor": false}).OK()
	want("without the policy", 2, 1, nil)
	owner.Delete(workspace + "/members/" + member.ID).OK()
	want("deactivated", 1, 0, "membership_ended")
	owner.Patch(workspace+"/members/"+member.ID, object{"isDeactivated": false}).OK()
	want("reactivated", 2, 1, nil)
	owner.Delete(workspace + "/members/" + member.ID + "/sessions").OK()
	inOther = member // the same session, in the member's own workspace
	want("signed out of the workspace", 1, 0, "sessions_ended")
}
