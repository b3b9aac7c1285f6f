package invitations_test

import (
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestAccept(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, member := api.Register("ada"), registerVerified(api, "bob")
	id := owner.Invite(bobsEmail, "analyst")

	pending := member.Get("/api/me/pending-invitations").Items()
	if len(pending) != 1 {
		t.Fatalf("%d pending invitations, want 1", len(pending))
	}
	apitest.WantEqual(t, pending[0], object{
		"id": id, "workspace_id": owner.WorkspaceID, "workspace_name": "ada's workspace", "inviter_name": "ada",
		"role": "analyst", "created_at": "2026-06-17T12:00:00Z", "expires_at": "2026-07-01T12:00:00Z",
	})
	first := member.Post(acceptPath(id), nil).OK()
	apitest.WantEqual(t, first, object{
		"workspace": object{"id": owner.WorkspaceID, "name": "ada's workspace", "role": "analyst"},
		"user_id":   member.ID, "role": "analyst", "joined_at": "2026-06-17T12:00:00Z",
	})
	apitest.WantEqual(t, member.Post(acceptPath(id), nil).OK(), first)
	if got := listMembers(t, owner); got != "ada owner, bob analyst" {
		t.Errorf("members %s", got)
	}
	if me := member.Get("/api/auth/me").OK(); me["active_workspace_id"] != member.WorkspaceID {
		t.Errorf("accepting switched the active workspace to %v", me["active_workspace_id"])
	}
	if n := len(member.Get("/api/me/pending-invitations").Items()); n != 0 {
		t.Errorf("%d pending invitations after accepting, want none", n)
	}
	if n := len(owner.Get(invitationsPath(owner)).Items()); n != 0 {
		t.Errorf("%d open invitations after accepting, want none", n)
	}
	owner.Post(invitationsPath(owner)+"/"+id+"/resend", nil).Problem(404, "not_found")
}

func TestWhoMayAccept(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider, otherOutsider := api.Register("ada"), api.Register("bob"), registerVerified(api, "eve")
	id := owner.Invite(bobsEmail, "")

	for _, path := range []string{acceptPath(id), declinePath(id)} {
		otherOutsider.Post(path, nil).Problem(404, "not_found") // it was not sent to her
		outsider.Post(path, nil).Denied("email_not_verified")
	}
	outsider.Get("/api/me/pending-invitations?cursor=zz").Invalid("cursor cursor_invalid")
	if n := len(outsider.Get("/api/me/pending-invitations").Items()); n != 0 {
		t.Errorf("%d pending invitations for an unverified address, want none", n)
	}
	outsider.VerifyEmail()
	outsider.Post(acceptPath(id), nil).OK()
	otherOutsider.Post(acceptPath(id), nil).Problem(404, "not_found")
	otherOutsider.Post(acceptPath("no-uuid"), nil).Problem(404, "not_found")
	otherOutsider.Post(acceptPath(nobodysID), nil).Problem(404, "not_found")
}

func TestAcceptTooLate(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, member := api.Register("ada"), registerVerified(api, "bob")
	id := owner.Invite(bobsEmail, "")
	api.Clock.Advance(14 * day)
	member = member.SignInAgain()
	if n := len(member.Get("/api/me/pending-invitations").Items()); n != 0 {
		t.Errorf("%d pending invitations after their time, want none", n)
	}
	member.Post(acceptPath(id), nil).Problem(404, "not_found")
	member.Post(declinePath(id), nil).Problem(404, "not_found")
}

func TestDecline(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, member := api.Register("ada"), registerVerified(api, "bob")
	id := owner.Invite(bobsEmail, "")
	apitest.WantEqual(t, member.Post(declinePath(id), nil).OK(), object{"status": "ok"})
	member.Post(declinePath(id), nil).Problem(404, "not_found")
	member.Post(acceptPath(id), nil).Problem(404, "not_found")

	id = owner.Invite(bobsEmail, "")
	member.Post(acceptPath(id), nil).OK()
	member.Post(declinePath(id), nil).Problem(409, "conflict")
}

func TestParallelAccepts(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner, member := api.Register("ada"), registerVerified(api, "bob")
	id := owner.Invite(bobsEmail, "")
	testkit.Race(t, 8, func(int) {
		if answer := member.Post(acceptPath(id), nil); answer.Status != http.StatusOK {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if got := listMembers(t, owner); got != "ada owner, bob user" {
		t.Errorf("members %s", got)
	}
}

// A deactivated member is invited again and joins with another role. Their API keys
// and the previous acceptance stay invalid.
func TestRejoinAfterLeaving(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	key := member.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys",
		object{"name": "script"}).OK()["token"].(string)
	withKey := func() *apitest.Answer { return api.UseKey(key) }
	withKey().OK()
	member.Post("/api/timers/start", nil).OK()
	owner.Delete("/api/workspaces/" + owner.WorkspaceID + "/members/" + member.ID).OK()
	withKey().Problem(401, "unauthorized")

	id := owner.Invite(bobsEmail, "admin")
	member.Post(acceptPath(id), nil).OK()
	if got := listMembers(t, owner); got != "ada owner, bob admin" {
		t.Errorf("members %s", got)
	}
	member.Get("/api/workspaces/" + owner.WorkspaceID).OK()
	withKey().Problem(401, "unauthorized")
	member.Post("/api/timers/start", nil).OK() // they can have a timer again

	owner.Delete("/api/workspaces/" + owner.WorkspaceID + "/members/" + member.ID).OK()
	member.Post(acceptPath(id), nil).Problem(404, "not_found") // a used invitation cannot be accepted again
	if got := listMembers(t, owner); got != "ada owner" {
		t.Errorf("members %s", got)
	}
}

func TestAcceptAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner, member := api.Register("ada"), registerVerified(api, "bob")
			id := owner.Invite(bobsEmail, "")
			return func() *apitest.Answer { return member.Post(acceptPath(id), nil) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

func TestRejoinAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			member := owner.AddMember("bob", "user")
			owner.Delete("/api/workspaces/" + owner.WorkspaceID + "/members/" + member.ID).OK()
			id := owner.Invite(bobsEmail, "admin")
			return func() *apitest.Answer { return member.Post(acceptPath(id), nil) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}
