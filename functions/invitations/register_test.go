package invitations_test

import (
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestRegisterByInvitation(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Invite(bobsEmail, "analyst")
	token := h.MailedToken(bobsEmail, "invitation")
	session := h.Send(registerRequest("bob", token)).OK()

	wantEqual(t, session["workspace"].(object), object{"id": ada.WorkspaceID, "name": "ada's workspace",
		"role": "analyst"})
	if session["user"].(object)["email_verified"] != true {
		t.Error("the address does not count as verified")
	}
	if got := listMembers(t, ada); got != "ada owner, bob analyst" {
		t.Errorf("members %s", got)
	}
	h.RunWorker()
	if n := len(h.MailsTo(bobsEmail)); n != 1 {
		t.Errorf("%d mails, want the invitation alone", n)
	}
	if n := len(ada.Get(invitationsPath(ada)).Items()); n != 0 {
		t.Errorf("%d open invitations, want none", n)
	}
}

func TestRegisterByAnotherToken(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Invite(bobsEmail, "")
	token := h.MailedToken(bobsEmail, "invitation")
	verify := h.MailedToken(ada.Email, "verify-email")

	h.Send(registerRequest("eve", token)).Invalid("invitationToken token_invalid")
	h.Send(registerRequest("bob", verify)).Invalid("invitationToken token_invalid")
	h.Send(registerRequest("bob", "")).Invalid("invitationToken token_invalid")
	h.Send(registerRequest("bob", 7)).Invalid("invitationToken type_invalid")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
		"email": "no address", "password": "short", "displayName": "", "invitationToken": "invalid",
	}}).Invalid("displayName min_length", "email email_invalid", "invitationToken token_invalid", "password min_length")
	h.Send(registerRequest("bob", token)).OK()
	h.Send(registerRequest("bob", token)).Invalid("invitationToken token_invalid") // used
}

func TestRegisterByInvitationWithAnAccount(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	h.Register("bob")
	ada.Invite(bobsEmail, "")
	token := h.MailedToken(bobsEmail, "invitation")
	h.Send(registerRequest("bob", token)).Problem(409, "conflict")
	lookup(h, token).OK() // it was not used
}

func TestParallelRegistrationsByOneInvitation(t *testing.T) {
	t.Parallel()
	h := apitest.NewLagging(t)
	ada := h.Register("ada")
	ada.Invite(bobsEmail, "")
	token := h.MailedToken(bobsEmail, "invitation")
	var made [4]int
	testkit.Race(t, len(made), func(i int) { made[i] = h.Send(registerRequest("bob", token)).Status })
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
	if got := listMembers(t, ada); ok != 1 || got != "ada owner, bob user" {
		t.Errorf("%d registrations, members %s, want one", ok, got)
	}
}

func TestRegisterByInvitationAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			ada.Invite(bobsEmail, "")
			token := h.MailedToken(bobsEmail, "invitation")
			return func() *apitest.Answer { return h.Send(registerRequest("bob", token)) }
		},
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
			switch again.Status {
			case http.StatusOK, http.StatusConflict, http.StatusUnprocessableEntity:
			default:
				t.Errorf("again: %d\n%s", again.Status, again.Body)
			}
			login(&apitest.User{Service: h, Email: bobsEmail})
		},
	}.Run(t)
}
