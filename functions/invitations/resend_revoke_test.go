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
	h := apitest.New(t)
	ada := h.Register("ada")
	id := ada.Invite(bobsEmail, "analyst")
	first := h.MailedToken(bobsEmail, "invitation")
	h.Clock.Advance(13 * day)
	ada = login(ada)

	again := ada.Post(invitationsPath(ada)+"/"+id+"/resend", nil).OK()
	if again["version"] != 2.0 || again["expires_at"] != "2026-07-14T12:00:00Z" {
		t.Errorf("sent again: %v, want version 2 and 14 more days", again)
	}
	second := h.MailedToken(bobsEmail, "invitation")
	if first == second {
		t.Fatal("the same token was sent again")
	}
	lookup(h, first).Problem(404, "not_found")
	h.Send(registerRequest("bob", first)).Invalid("invitationToken token_invalid")
	if got := lookup(h, second).OK()["id"]; got != id {
		t.Errorf("the new token leads to %v, want %s", got, id)
	}

	h.Clock.Advance(13 * day) // the first expiry time has passed: the guard must still exist
	ada = login(ada)
	ada.Post(invitationsPath(ada), object{"email": bobsEmail}).Problem(409, "conflict")
	if bob := h.RegisterInvited("bob", second); bob.WorkspaceID != ada.WorkspaceID {
		t.Errorf("joined %s, want %s", bob.WorkspaceID, ada.WorkspaceID)
	}
}

func TestRevoke(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, bob := h.Register("ada"), registerVerified(h, "bob")
	id := ada.Invite(bobsEmail, "")
	token := h.MailedToken(bobsEmail, "invitation")
	path := invitationsPath(ada) + "/" + id

	h.Send(apitest.Request{Method: "DELETE", Path: path, Bearer: ada.Token,
		Header: map[string]string{"If-Match": `"7"`}}).Problem(409, "conflict")
	wantEqual(t, ada.Delete(path).OK(), object{"id": id, "deleted": true})
	lookup(h, token).Problem(404, "not_found")
	bob.Post(acceptPath(id), nil).Problem(404, "not_found")
	ada.Delete(path).Problem(404, "not_found")
	ada.Post(path+"/resend", nil).Problem(404, "not_found")
	if n := len(bob.Get("/api/me/pending-invitations").Items()); n != 0 {
		t.Errorf("%d pending invitations after the only one was revoked", n)
	}
	ada.Invite(bobsEmail, "") // the address is free again
}

func TestRevokedMailIsNotSent(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Delete(invitationsPath(ada) + "/" + ada.Invite(bobsEmail, "")).OK()
	h.RunWorker()
	if mails := h.MailsTo(bobsEmail); len(mails) != 0 {
		t.Errorf("%d mails of a revoked invitation, want none", len(mails))
	}
}

func TestInvitationsArePaged(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	for i := range 5 {
		ada.Invite(fmt.Sprintf("guest%d@example.com", i), "")
	}
	var seen []any
	for path := invitationsPath(ada) + "?limit=2"; ; {
		answer := ada.Get(path)
		for _, item := range answer.Items() {
			seen = append(seen, item["email"])
		}
		next, more := answer.OK()["next_cursor"].(string)
		if !more {
			break
		}
		path = invitationsPath(ada) + "?limit=2&cursor=" + next
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
		h := apitest.NewLagging(t)
		ada, bob := h.Register("ada"), registerVerified(h, "bob")
		id := ada.Invite(bobsEmail, "")
		var accepted, revoked int
		testkit.Race(t, 3, func(i int) {
			switch i {
			case 0:
				accepted = bob.Post(acceptPath(id), nil).Status
			case 1:
				revoked = ada.Delete(invitationsPath(ada) + "/" + id).Status
			case 2:
				ada.Post(invitationsPath(ada)+"/"+id+"/resend", nil)
			}
		})
		if accepted == http.StatusOK && revoked == http.StatusOK {
			t.Error("the invitation was both accepted and revoked")
		}
		want := "ada owner"
		if accepted == http.StatusOK {
			want = "ada owner, bob user"
		}
		if got := listMembers(t, ada); got != want {
			t.Errorf("members %s, want %s (accept %d, revoke %d)", got, want, accepted, revoked)
		}
	}
}
