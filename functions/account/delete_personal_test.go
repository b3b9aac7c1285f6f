package account_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/store/key"
)

// Of a deleted account no record has the address, the name, a device or a
// secret any more, except what others wrote and what was recorded at its time.
func TestDeletedAccountLeavesNothingPersonal(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.Limits.FailuresPerDay = 100 })
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	factor := member.EnableSecondFactor()
	for _, address := range []string{"198.51.100.1", "203.0.113.7"} {
		api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", ClientIP: address,
			Header: map[string]string{"User-Agent": "Browser/" + address},
			Body:   object{"email": member.Email, "password": apitest.Password, "code": factor.NextCode()}}).OK()
	}
	member.Delete(self).OK()
	api.RunWorker()
	profile := getItem(t, api, "USER#"+member.ID, "PROFILE")
	for name := range profile {
		switch name {
		case "pk", "sk", "id", "email", "verified", "name", "epoch", "key_epoch", "keys_void", "created", "ver", "deleted_at",
			"by":
			// by is the mark of the write
		default:
			t.Errorf("the record of the user has %s", name)
		}
	}
	for _, it := range apitest.TableItems(api) {
		pk, sk := testkit.TextOf(it["pk"]), testkit.TextOf(it["sk"])
		ofOthers := strings.HasPrefix(sk, "I#") || strings.HasPrefix(sk, "INV#") || key.AuditLogs.Matches(pk)
		if ofOthers || strings.HasPrefix(pk, "TOK#") { // a mailed token expires after a day
			continue
		}
		var plain object
		if err := attributevalue.UnmarshalMap(it, &plain); err != nil {
			t.Fatal(err)
		}
		for name, value := range plain {
			if text, ok := value.(string); ok && strings.Contains(text, "bob") {
				t.Errorf("%s %s has %s: %s", pk, sk, name, text)
			}
		}
	}
}

// Mails that wait for a deleted account are not sent, and tokens that were sent are dead.
// The same address gets the mails of a new account only.
func TestNoMailReachesADeletedAccount(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("bob")
	verify := api.MailedToken(owner.Email, "verify-email")
	requestReset(api, owner.Email).OK()
	reset := api.MailedToken(owner.Email, "password-reset")
	before := len(api.MailsTo(owner.Email))
	requestReset(api, owner.Email).OK()
	owner.Patch("/api/me/profile", object{"currentPassword": apitest.Password, "newPassword": newPassword}).OK()
	owner.Post("/api/auth/verify-email/resend", nil).OK()
	api.Register("ada").Invite(owner.Email, "") // not a mail of the account
	owner.Delete(self).OK()
	api.RunWorker()
	mails := api.MailsTo(owner.Email)
	if len(mails) != before+1 || !strings.Contains(mails[0].Text, "/p/invitation") {
		t.Errorf("%d mails were sent to the deleted account, the newest is\n%s", len(mails)-before, mails[0].Text)
	}
	again := api.Register("bob")
	post(api, "/api/auth/password-reset/confirm", object{"token": reset, "newPassword": newPassword}).Invalid(
		"token token_invalid")
	again.Post("/api/auth/verify-email", object{"token": verify}).Invalid("token token_invalid")
	again.VerifyEmail()
}

// The audit log and the history of submissions keep the id of a deleted user and show
// no name of theirs. The end of the account is in the audit log.
func TestHistoryShowsNoNameOfADeletedAccount(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	outsider.VerifyEmail()
	accepting(outsider, owner.Invite(outsider.Email, "admin"))().OK()
	outsider = outsider.SignInAgain()
	outsider.Post("/api/auth/refresh", object{"workspaceId": owner.WorkspaceID}).OK()
	workspace := "/api/workspaces/" + owner.WorkspaceID
	outsider.Patch(workspace, object{"name": "Renamed"}).OK()
	owner.Patch(workspace+"/members/"+outsider.ID, object{"hourlyRate": 4000}).OK()
	switched := outsider.Switch(owner.WorkspaceID)
	switched.Post("/api/entries", object{"startedAt": "2026-05-04T09:00:00Z", "stoppedAt": "2026-05-04T10:00:00Z"}).OK()
	submission := switched.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-05-04", "periodEnd": "2026-05-04"}).ID()
	outsider.Delete(self).OK()

	actions := map[string]bool{}
	for _, e := range owner.Get(workspace + "/audit-log?limit=200").Items() {
		actor, target := e["actor"].(object), e["target"].(object)
		if actor["id"] == outsider.ID {
			actions[e["action"].(string)] = true
			if actor["name"] != "Deleted user" {
				t.Errorf("%s by %v", e["action"], actor["name"])
			}
		}
		// what the owner wrote
		if name, _ := target["name"].(string); strings.Contains(name, "bob") && e["action"] != "invitation.created" {
			t.Errorf("%s of %v", e["action"], name)
		}
	}
	for _, want := range []string{"workspace.changed", "member.joined", "invitation.accepted", "member.left"} {
		if !actions[want] {
			t.Errorf("the audit log of the user lacks %s: %v", want, actions)
		}
	}
	events := owner.Get("/api/workspaces/me/timesheet-submissions/" + submission + "/events").Items()
	if actor := events[0]["actor"].(object); actor["id"] != outsider.ID || actor["name"] != "Deleted user" {
		t.Errorf("the history names %v", actor)
	}
}

// A member who was deactivated before stays so after the deletion of the account.
func TestDeletedAccountIsNotReactivated(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	outsider.VerifyEmail()
	accepting(outsider, owner.Invite(outsider.Email, ""))().OK()
	path := "/api/workspaces/" + owner.WorkspaceID + "/members/" + outsider.ID
	owner.Delete(path).OK()
	outsider.Delete(self).OK()
	if got := owner.Patch(path, object{"isDeactivated": false}).Problem(409, "conflict")["reason"]; got != "member_left" {
		t.Errorf("reason %v", got)
	}
	checkSound(t, api)
}
