package invitations_test

import (
	"net/http"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestInvite(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")

	made := owner.Post(invitationsPath(owner), object{"email": " Bob@Example.com "}).OK()
	id := made["id"].(string)
	apitest.WantEqual(t, made, object{
		"id": id, "email": bobsEmail, "role": "user", "invited_by": owner.ID,
		"created_at": "2026-06-17T12:00:00Z", "expires_at": "2026-07-01T12:00:00Z", "status": "open", "version": 1,
	})
	if listed := owner.Get(invitationsPath(owner)).Items(); len(listed) != 1 || listed[0]["id"] != id {
		t.Errorf("list %v, want the one invitation", listed)
	}
	api.RunWorker()
	if mails := api.MailsTo(bobsEmail); len(mails) != 1 || mails[0].Subject != "Your invitation to a workspace on Stint" {
		t.Errorf("mails %v, want one invitation", mails)
	}
}

func TestInviteRefuses(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.AddMember("bob", "user")
	path := invitationsPath(owner)

	owner.Post(path, object{}).Invalid("email required")
	owner.Post(path, object{"email": "no address", "role": "owner"}).Invalid("email email_invalid", "role enum_invalid")
	owner.Post(path, object{"email": "x@example.com\r\nBcc: y@example.com"}).Invalid("email email_invalid")
	owner.Post(path, object{"email": bobsEmail}).Problem(409, "conflict")
	owner.Post(path, object{"email": owner.Email}).Problem(409, "conflict")

	owner.Invite("carl@example.com", "")
	owner.Post(path, object{"email": "CARL@example.com"}).Problem(409, "conflict")
	api.Clock.Advance(14 * day)
	owner = owner.SignInAgain()
	owner.Invite("carl@example.com", "") // the first one has expired
	if n := len(owner.Get(path).Items()); n != 1 {
		t.Errorf("%d open invitations, want the new one alone", n)
	}
}

func TestWhoMayInvite(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, user, analyst := owner.AddMember("admin", "admin"), owner.AddMember("user", "user"),
		owner.AddMember("analyst", "analyst")
	outsider := api.Register("outsider")
	path := invitationsPath(owner)
	body := object{"email": "new@example.com"}

	id := admin.Post(path, body).ID()
	user.Post(path, "not even JSON").Denied("role_insufficient")
	analyst.Post(path, "not even JSON").Denied("analyst_read_only")
	outsider.Post(path, body).Problem(404, "not_found")

	if n := len(analyst.Get(path).Items()); n != 1 {
		t.Errorf("an analyst sees %d invitations, want 1", n)
	}
	user.Get(path).Denied("role_insufficient")
	outsider.Get(path).Problem(404, "not_found")

	for _, p := range []*apitest.User{user, analyst} {
		want := map[*apitest.User]string{user: "role_insufficient", analyst: "analyst_read_only"}[p]
		p.Post(path+"/"+id+"/resend", nil).Denied(want)
		p.Delete(path + "/" + id).Denied(want)
		p.Delete(path+"/"+nobodysID).Problem(404, "not_found")
	}
	admin.Delete(invitationsPath(outsider)+"/"+id).Problem(404, "not_found")
}

func TestInviteIsIdempotent(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	invite := func(email string) *apitest.Answer {
		return owner.With("Idempotency-Key", "once").Post(invitationsPath(owner), object{"email": email})
	}
	first, again := invite(bobsEmail), invite(bobsEmail)
	apitest.WantEqual(t, again.OK(), first.OK())
	if again.Header.Get("Idempotency-Replayed") != "true" {
		t.Error("the replay is not marked")
	}
	invite("carl@example.com").Invalid("Idempotency-Key idempotency_key_reused")
	api.RunWorker()
	if n := len(api.MailsTo(bobsEmail)); n != 1 {
		t.Errorf("%d mails, want 1", n)
	}
}

func TestOneOpenInvitationPerAddress(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	admin := owner.AddMember("admin", "admin")
	var made atomic.Int64
	testkit.Race(t, 10, func(i int) {
		by := []*apitest.User{owner, admin}[i%2]
		switch answer := by.Post(invitationsPath(owner), object{"email": bobsEmail}); answer.Status {
		case http.StatusOK:
			made.Add(1)
		case http.StatusConflict:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if open := len(owner.Get(invitationsPath(owner)).Items()); made.Load() != 1 || open != 1 {
		t.Errorf("%d created, %d open, want 1 and 1", made.Load(), open)
	}
}

func TestInviteAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			return func() *apitest.Answer { return owner.Post(invitationsPath(owner), object{"email": bobsEmail}) }
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if again.Status != http.StatusOK && again.Status != http.StatusConflict {
				t.Errorf("again: %d\n%s", again.Status, again.Body)
			}
			api.MailedToken(bobsEmail, "invitation")
		},
	}.Run(t)
}
