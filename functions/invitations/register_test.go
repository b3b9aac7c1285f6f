package invitations_test

import (
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestRegisterByInvitation(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Invite(bobsEmail, "analyst")
	token := api.MailedToken(bobsEmail, "invitation")
	session := api.Send(registerRequest("bob", token)).OK()

	apitest.WantEqual(t, session["workspace"].(object), object{"id": owner.WorkspaceID, "name": "ada's workspace",
		"role": "analyst"})
	if session["user"].(object)["email_verified"] != true {
		t.Error("the address does not count as verified")
	}
	if got := listMembers(t, owner); got != "ada owner, bob analyst" {
		t.Errorf("members %s", got)
	}
	api.RunWorker()
	if n := len(api.MailsTo(bobsEmail)); n != 1 {
		t.Errorf("%d mails, want the invitation alone", n)
	}
	if n := len(owner.Get(invitationsPath(owner)).Items()); n != 0 {
		t.Errorf("%d open invitations, want none", n)
	}
}

func TestRegisterByAnotherToken(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Invite(bobsEmail, "")
	token := api.MailedToken(bobsEmail, "invitation")
	verify := api.MailedToken(owner.Email, "verify-email")

	api.Send(registerRequest("eve", token)).Invalid("invitationToken token_invalid")
	api.Send(registerRequest("bob", verify)).Invalid("invitationToken token_invalid")
	api.Send(registerRequest("bob", "")).Invalid("invitationToken token_invalid")
	api.Send(registerRequest("bob", 7)).Invalid("invitationToken type_invalid")
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
		"email": "no address", "password": "short", "displayName": "", "invitationToken": "invalid",
	}}).Invalid("displayName min_length", "email email_invalid", "invitationToken token_invalid", "password min_length")
	api.Send(registerRequest("bob", token)).OK()
	api.Send(registerRequest("bob", token)).Invalid("invitationToken token_invalid") // used
}

func TestRegisterByInvitationWithAnAccount(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	api.Register("bob")
	owner.Invite(bobsEmail, "")
	token := api.MailedToken(bobsEmail, "invitation")
	api.Send(registerRequest("bob", token)).Problem(409, "conflict")
	lookup(api, token).OK() // it was not used
}

func TestParallelRegistrationsByOneInvitation(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	owner.Invite(bobsEmail, "")
	token := api.MailedToken(bobsEmail, "invitation")
	var made [4]int
	testkit.Race(t, len(made), func(i int) { made[i] = api.Send(registerRequest("bob", token)).Status })
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
	if got := listMembers(t, owner); ok != 1 || got != "ada owner, bob user" {
		t.Errorf("%d registrations, members %s, want one", ok, got)
	}
}

func TestRegisterByInvitationAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			owner.Invite(bobsEmail, "")
			token := api.MailedToken(bobsEmail, "invitation")
			return func() *apitest.Answer { return api.Send(registerRequest("bob", token)) }
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			switch again.Status {
			case http.StatusOK, http.StatusConflict, http.StatusUnprocessableEntity:
			default:
				t.Errorf("again: %d\n%s", again.Status, again.Body)
			}
			(&apitest.User{Service: api, Email: bobsEmail}).SignInAgain()
		},
	}.Run(t)
}
