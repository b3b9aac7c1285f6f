package invitations_test

import (
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestAccept(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, bob := h.Register("ada"), registerVerified(h, "bob")
	id := ada.Invite(bobsEmail, "analyst")

	pending := bob.Get("/api/me/pending-invitations").Items()
	if len(pending) != 1 {
		t.Fatalf("%d pending invitations, want 1", len(pending))
	}
	wantEqual(t, pending[0], object{
		"id": id, "workspace_id": ada.WorkspaceID, "workspace_name": "ada's workspace", "inviter_name": "ada",
		"role": "analyst", "created_at": "2026-06-17T12:00:00Z", "expires_at": "2026-07-01T12:00:00Z",
	})
	first := bob.Post(acceptPath(id), nil).OK()
	wantEqual(t, first, object{
		"workspace": object{"id": ada.WorkspaceID, "name": "ada's workspace", "role": "analyst"},
		"user_id":   bob.ID, "role": "analyst", "joined_at": "2026-06-17T12:00:00Z",
	})
	wantEqual(t, bob.Post(acceptPath(id), nil).OK(), first)
	if got := listMembers(t, ada); got != "ada owner, bob analyst" {
		t.Errorf("members %s", got)
	}
	if me := bob.Get("/api/auth/me").OK(); me["active_workspace_id"] != bob.WorkspaceID {
		t.Errorf("accepting switched the active workspace to %v", me["active_workspace_id"])
	}
	if n := len(bob.Get("/api/me/pending-invitations").Items()); n != 0 {
		t.Errorf("%d pending invitations after accepting, want none", n)
	}
	if n := len(ada.Get(invitationsPath(ada)).Items()); n != 0 {
		t.Errorf("%d open invitations after accepting, want none", n)
	}
	ada.Post(invitationsPath(ada)+"/"+id+"/resend", nil).Problem(404, "not_found")
}

func TestWhoMayAccept(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, bob, eve := h.Register("ada"), h.Register("bob"), registerVerified(h, "eve")
	id := ada.Invite(bobsEmail, "")

	for _, path := range []string{acceptPath(id), declinePath(id)} {
		eve.Post(path, nil).Problem(404, "not_found") // it was not sent to her
		bob.Post(path, nil).Denied("email_not_verified")
	}
	if n := len(bob.Get("/api/me/pending-invitations").Items()); n != 0 {
		t.Errorf("%d pending invitations for an unverified address, want none", n)
	}
	bob.VerifyEmail()
	bob.Post(acceptPath(id), nil).OK()
	eve.Post(acceptPath(id), nil).Problem(404, "not_found")
	eve.Post(acceptPath("no-uuid"), nil).Problem(404, "not_found")
	eve.Post(acceptPath(nobodysID), nil).Problem(404, "not_found")
}

func TestAcceptTooLate(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, bob := h.Register("ada"), registerVerified(h, "bob")
	id := ada.Invite(bobsEmail, "")
	h.Clock.Advance(14 * day)
	bob = login(bob)
	if n := len(bob.Get("/api/me/pending-invitations").Items()); n != 0 {
		t.Errorf("%d pending invitations after their time, want none", n)
	}
	bob.Post(acceptPath(id), nil).Problem(404, "not_found")
	bob.Post(declinePath(id), nil).Problem(404, "not_found")
}

func TestDecline(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, bob := h.Register("ada"), registerVerified(h, "bob")
	id := ada.Invite(bobsEmail, "")
	wantEqual(t, bob.Post(declinePath(id), nil).OK(), object{"status": "ok"})
	bob.Post(declinePath(id), nil).Problem(404, "not_found")
	bob.Post(acceptPath(id), nil).Problem(404, "not_found")

	id = ada.Invite(bobsEmail, "")
	bob.Post(acceptPath(id), nil).OK()
	bob.Post(declinePath(id), nil).Problem(409, "conflict")
}

func TestParallelAccepts(t *testing.T) {
	t.Parallel()
	h := apitest.NewLagging(t)
	ada, bob := h.Register("ada"), registerVerified(h, "bob")
	id := ada.Invite(bobsEmail, "")
	testkit.Race(t, 8, func(int) {
		if answer := bob.Post(acceptPath(id), nil); answer.Status != http.StatusOK {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if got := listMembers(t, ada); got != "ada owner, bob user" {
		t.Errorf("members %s", got)
	}
}

// A deactivated member is invited again and joins with another role. Their API keys
// and the previous acceptance stay invalid.
func TestRejoinAfterLeaving(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "user")
	key := bob.Post("/api/me/workspaces/"+ada.WorkspaceID+"/api-keys", object{"name": "script"}).OK()["token"].(string)
	withKey := func() *apitest.Answer {
		return h.Send(apitest.Request{Method: "GET", Path: "/api/v1/me", Bearer: key})
	}
	withKey().OK()
	bob.Post("/api/timers/start", nil).OK()
	ada.Delete("/api/workspaces/" + ada.WorkspaceID + "/members/" + bob.ID).OK()
	withKey().Problem(401, "unauthorized")

	id := ada.Invite(bobsEmail, "admin")
	bob.Post(acceptPath(id), nil).OK()
	if got := listMembers(t, ada); got != "ada owner, bob admin" {
		t.Errorf("members %s", got)
	}
	bob.Get("/api/workspaces/" + ada.WorkspaceID).OK()
	withKey().Problem(401, "unauthorized")
	bob.Post("/api/timers/start", nil).OK() // they can have a timer again

	ada.Delete("/api/workspaces/" + ada.WorkspaceID + "/members/" + bob.ID).OK()
	bob.Post(acceptPath(id), nil).Problem(404, "not_found") // a used invitation cannot be accepted again
	if got := listMembers(t, ada); got != "ada owner" {
		t.Errorf("members %s", got)
	}
}

func TestAcceptAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada, bob := h.Register("ada"), registerVerified(h, "bob")
			id := ada.Invite(bobsEmail, "")
			return func() *apitest.Answer { return bob.Post(acceptPath(id), nil) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

func TestRejoinAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			bob := ada.AddMember("bob", "user")
			ada.Delete("/api/workspaces/" + ada.WorkspaceID + "/members/" + bob.ID).OK()
			id := ada.Invite(bobsEmail, "admin")
			return func() *apitest.Answer { return bob.Post(acceptPath(id), nil) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}
