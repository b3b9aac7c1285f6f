package workspaces_test

import (
	"net/http"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// Right after a workspace was deleted, nobody who had to do with it can find it.
func TestDeleteIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("carl")
	outsider.VerifyEmail()
	admin := owner.AddMember("bob", "admin")
	keys := []string{createKey(owner), createKey(admin)}
	admin.Post("/api/timers/start", nil).OK()
	open := owner.Invite("carl@example.com", "")
	owner.Invite("dora@example.com", "")
	token := api.MailedToken("dora@example.com", "invitation")

	owner.With("If-Match", `"9"`).Delete(workspacePath(owner)).Problem(409, "conflict")
	apitest.WantEqual(t, owner.Delete(workspacePath(owner)).OK(), object{"id": owner.WorkspaceID, "deleted": true})

	for _, p := range []*apitest.User{owner, admin} {
		p.Get(workspacePath(owner)).Problem(404, "not_found")
		p.Delete(workspacePath(owner)).Problem(404, "not_found")
		p.Get(workspacePath(owner)+"/members").Problem(404, "not_found")
		p.Get("/api/timers/current").Denied("workspace_required")
		p.Get("/api/entries").Denied("workspace_required")
		if list := p.Get("/api/workspaces").Items(); len(list) != 0 {
			t.Errorf("a list still shows %v", list)
		}
		p.Get("/api/auth/me").OK() // the session goes on
	}
	for _, key := range keys {
		api.UseKey(key).Problem(401, "unauthorized")
	}
	if n := len(outsider.Get("/api/me/pending-invitations").Items()); n != 0 {
		t.Errorf("%d pending invitations into a deleted workspace", n)
	}
	outsider.Post("/api/me/pending-invitations/"+open+"/accept", nil).Problem(404, "not_found")
	api.Send(apitest.Request{Method: "GET", Path: "/api/invitations/" + token}).Problem(404, "not_found")
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
		"email": "dora@example.com", "password": apitest.Password, "displayName": "dora", "invitationToken": token,
	}}).Invalid("invitationToken token_invalid")
}

// Deleting a workspace queues its purge. The purge stays queued after its first run,
// since requests in flight may still write.
func TestDeleteQueuesThePurge(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Delete(workspacePath(owner)).OK()
	api.RunWorker()
	found := 0
	for _, item := range apitest.TableItems(api) {
		if strings.HasPrefix(testkit.TextOf(item["pk"]), "Q#") && testkit.TextOf(item["kind"]) == "purge" {
			found++
			if wid := testkit.TextOf(item["wid"]); wid != owner.WorkspaceID {
				t.Errorf("the purge is of %s, want %s", wid, owner.WorkspaceID)
			}
		}
	}
	if found != 1 {
		t.Errorf("%d purges wait, want 1", found)
	}
}

func TestDeleteAllOrNothing(t *testing.T) {
	t.Parallel()
	walkDelete(t)
}

// walkDelete deletes a workspace under every fault.
func walkDelete(t *testing.T, options ...apitest.Option) {
	apitest.FaultWalk{
		Options: options,
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			return func() *apitest.Answer { return owner.Delete(workspacePath(owner)) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if again.Status != http.StatusOK && again.Status != http.StatusNotFound {
				t.Errorf("again: %d\n%s", again.Status, again.Body)
			}
		},
	}.Run(t)
}
