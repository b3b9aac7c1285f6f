package invitations_test

import (
	"fmt"
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestResend(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	id := owner.Invite(bobsEmail, "analyst")
	first := api.MailedToken(bobsEmail, "invitation")
	api.Clock.Advance(13 * day)
	owner = owner.SignInAgain()

	again := owner.Post(invitationsPath(owner)+"/"+id+"/resend", nil).OK()
	if again["version"] != 2.0 || again["expires_at"] != "2026-07-14T12:00:00Z" {
		t.Errorf("sent again: %v, want version 2 and 14 more days", again)
	}
	second := api.MailedToken(bobsEmail, "invitation")
	if first == second {
		t.Fatal("the same token was sent again")
	}
	lookup(api, first).Problem(404, "not_found")
	api.Send(registerRequest("bob", first)).Invalid("invitationToken token_invalid")
	if got := lookup(api, second).OK()["id"]; got != id {
		t.Errorf("the new token leads to %v, want %s", got, id)
	}

	api.Clock.Advance(13 * day) // the first expiry time has passed: the guard must still exist
	owner = owner.SignInAgain()
	owner.Post(invitationsPath(owner), object{"email": bobsEmail}).Problem(409, "conflict")
	if member := api.RegisterInvited("bob", second); member.WorkspaceID != owner.WorkspaceID {
		t.Errorf("joined %s, want %s", member.WorkspaceID, owner.WorkspaceID)
	}
}

func TestRevoke(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, member := api.Register("ada"), registerVerified(api, "bob")
	id := owner.Invite(bobsEmail, "")
	token := api.MailedToken(bobsEmail, "invitation")
	path := invitationsPath(owner) + "/" + id

	owner.With("If-Match", `"7"`).Delete(path).Problem(409, "conflict")
	apitest.WantEqual(t, owner.Delete(path).OK(), object{"id": id, "deleted": true})
	lookup(api, token).Problem(404, "not_found")
	member.Post(acceptPath(id), nil).Problem(404, "not_found")
	owner.Delete(path).Problem(404, "not_found")
	owner.Post(path+"/resend", nil).Problem(404, "not_found")
	if n := len(member.Get("/api/me/pending-invitations").Items()); n != 0 {
		t.Errorf("%d pending invitations after the only one was revoked", n)
	}
	owner.Invite(bobsEmail, "") // the address is free again
}

func TestRevokedMailIsNotSent(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Delete(invitationsPath(owner) + "/" + owner.Invite(bobsEmail, "")).OK()
	api.RunWorker()
	if mails := api.MailsTo(bobsEmail); len(mails) != 0 {
		t.Errorf("%d mails of a revoked invitation, want none", len(mails))
	}
}

func TestInvitationsArePaged(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	for i := range 5 {
		owner.Invite(fmt.Sprintf("guest%d@example.com", i), "")
	}
	var seen []any
	for path := invitationsPath(owner) + "?limit=2"; ; {
		answer := owner.Get(path)
		for _, item := range answer.Items() {
			seen = append(seen, item["email"])
		}
		next, more := answer.OK()["next_cursor"].(string)
		if !more {
			break
		}
		path = invitationsPath(owner) + "?limit=2&cursor=" + next
	}
	if want :=
		"[guest0@example.com guest1@example.com guest2@example.com guest3@example.com guest4@example.com]"; fmt.Sprint(
		seen) != want {
		t.Errorf("pages show %v, want %s", seen, want)
	}
}

// When an invitation is accepted, revoked and resent at the same time, either it was
// revoked and nobody joined, or the invited user joined.
func TestAcceptRacesRevokeAndResend(t *testing.T) {
	t.Parallel()
	for range 5 {
		api := apitest.NewLagging(t)
		owner, member := api.Register("ada"), registerVerified(api, "bob")
		id := owner.Invite(bobsEmail, "")
		var accepted, revoked int
		testkit.Race(t, 3, func(i int) {
			switch i {
			case 0:
				accepted = member.Post(acceptPath(id), nil).Status
			case 1:
				revoked = owner.Delete(invitationsPath(owner) + "/" + id).Status
			case 2:
				owner.Post(invitationsPath(owner)+"/"+id+"/resend", nil)
			}
		})
		if accepted == http.StatusOK && revoked == http.StatusOK {
			t.Error("the invitation was both accepted and revoked")
		}
		want := "ada owner"
		if accepted == http.StatusOK {
			want = "ada owner, bob user"
		}
		if got := listMembers(t, owner); got != want {
			t.Errorf("members %s, want %s (accept %d, revoke %d)", got, want, accepted, revoked)
		}
	}
}
