package invitations_test

import (
	"net/http"
	"testing"

	"stint/functions/apitest"
	"stint/shared/testkit"
)

func TestRegisterByInvitation(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Invite(bobs, "analyst")
	token := h.MailedToken(bobs, "invitation")
	session := h.Send(registering("bob", token)).OK()

	same(t, session["workspace"].(object), object{"id": ada.WorkspaceID, "name": "ada's workspace", "role": "analyst"})
	if session["user"].(object)["email_verified"] != true {
		t.Error("the address does not count as verified")
	}
	if got := membersOf(t, ada); got != "ada owner, bob analyst" {
		t.Errorf("members %s", got)
	}
	h.Deliver()
	if n := len(h.Mails(bobs)); n != 1 {
		t.Errorf("%d mails, want the invitation alone", n)
	}
	if n := len(ada.Get(invitationsOf(ada)).Items()); n != 0 {
		t.Errorf("%d open invitations, want none", n)
	}
}

func TestRegisterByAnotherToken(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Invite(bobs, "")
	token := h.MailedToken(bobs, "invitation")
	verify := h.MailedToken(ada.Email, "verify-email")

	h.Send(registering("eve", token)).Invalid("invitationToken token_invalid")
	h.Send(registering("bob", verify)).Invalid("invitationToken token_invalid")
	h.Send(registering("bob", "")).Invalid("invitationToken token_invalid")
	h.Send(registering("bob", 7)).Invalid("invitationToken type_invalid")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
		"email": "no address", "password": "short", "displayName": "", "invitationToken": "dead",
	}}).Invalid("displayName min_length", "email email_invalid", "invitationToken token_invalid", "password min_length")
	h.Send(registering("bob", token)).OK()
	h.Send(registering("bob", token)).Invalid("invitationToken token_invalid") // used
}

func TestRegisterByInvitationWhoHasAnAccount(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	h.Register("bob")
	ada.Invite(bobs, "")
	token := h.MailedToken(bobs, "invitation")
	h.Send(registering("bob", token)).Problem(409, "conflict")
	lookup(h, token).OK() // it is not used up
}

func TestParallelRegistrationsByOneInvitation(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Invite(bobs, "")
	token := h.MailedToken(bobs, "invitation")
	var made [4]int
	testkit.Race(t, len(made), func(i int) { made[i] = h.Send(registering("bob", token)).Status })
	ok := 0
	for _, status := range made {
		switch status {
		case http.StatusOK:
			ok++
		case http.StatusConflict, http.StatusUnprocessableEntity:
		default:
			t.Errorf("status %d", status)
		}
	}
	if got := membersOf(t, ada); ok != 1 || got != "ada owner, bob user" {
		t.Errorf("%d registrations, members %s, want one", ok, got)
	}
}

func TestRegisterByInvitationAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada := h.Register("ada")
			ada.Invite(bobs, "")
			token := h.MailedToken(bobs, "invitation")
			return func() *apitest.Answer { return h.Send(registering("bob", token)) }
		},
		Again: func(h *apitest.House, again *apitest.Answer) {
			switch again.Status {
			case http.StatusOK, http.StatusConflict, http.StatusUnprocessableEntity:
			default:
				t.Errorf("again: %d\n%s", again.Status, again.Body)
			}
			login(&apitest.Person{House: h, Email: bobs})
		},
	}.Run(t)
}
