package workspaces_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
)

// Right after a workspace was deleted, nobody who had to do with it can find it.
func TestDeleteIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, carl := h.Register("ada"), h.Register("carl")
	carl.VerifyEmail()
	bob := ada.AddMember("bob", "admin")
	keys := []string{createKey(ada), createKey(bob)}
	bob.Post("/api/timers/start", nil).OK()
	open := ada.Invite("carl@example.com", "")
	ada.Invite("dora@example.com", "")
	token := h.MailedToken("dora@example.com", "invitation")

	withVersion(ada, "DELETE", workspacePath(ada), `"9"`, nil).Problem(409, "conflict")
	wantEqual(t, ada.Delete(workspacePath(ada)).OK(), object{"id": ada.WorkspaceID, "deleted": true})

	for _, p := range []*apitest.User{ada, bob} {
		p.Get(workspacePath(ada)).Problem(404, "not_found")
		p.Delete(workspacePath(ada)).Problem(404, "not_found")
		p.Get(workspacePath(ada)+"/members").Problem(404, "not_found")
		p.Get("/api/timers/current").Denied("workspace_required")
		p.Get("/api/entries").Denied("workspace_required")
		if list := p.Get("/api/workspaces").Items(); len(list) != 0 {
			t.Errorf("a list still shows %v", list)
		}
		p.Get("/api/auth/me").OK() // the session goes on
	}
	for _, key := range keys {
		getWithKey(h, key).Problem(401, "unauthorized")
	}
	if n := len(carl.Get("/api/me/pending-invitations").Items()); n != 0 {
		t.Errorf("%d pending invitations into a deleted workspace", n)
	}
	carl.Post("/api/me/pending-invitations/"+open+"/accept", nil).Problem(404, "not_found")
	h.Send(apitest.Request{Method: "GET", Path: "/api/invitations/" + token}).Problem(404, "not_found")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
		"email": "dora@example.com", "password": apitest.Password, "displayName": "dora", "invitationToken": token,
	}}).Invalid("invitationToken token_invalid")
}

// Deleting a workspace queues its purge. The purge stays queued after its first run,
// since requests in flight may still write.
func TestDeleteQueuesThePurge(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Delete(workspacePath(ada)).OK()
	h.RunWorker()
	found := 0
	for _, item := range apitest.TableItems(h) {
		pk, kind := item["pk"].(*types.AttributeValueMemberS), item["kind"]
		if kind, ok := kind.(*types.AttributeValueMemberS); ok && strings.HasPrefix(pk.Value, "Q#") && kind.Value == "purge" {
			found++
			if wid := item["wid"].(*types.AttributeValueMemberS).Value; wid != ada.WorkspaceID {
				t.Errorf("the purge is of %s, want %s", wid, ada.WorkspaceID)
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
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			return func() *apitest.Answer { return ada.Delete(workspacePath(ada)) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if again.Status != http.StatusOK && again.Status != http.StatusNotFound {
				t.Errorf("again: %d\n%s", again.Status, again.Body)
			}
		},
	}.Run(t)
}
