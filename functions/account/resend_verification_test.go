package account_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestResendVerification(t *testing.T) {
	api := apitest.New(t, withLimits(5, 0))
	owner := api.Register("ada")
	const resend = "/api/auth/verify-email/resend"
	first := owner.MailedToken(owner.Email, "verify-email")
	api.Clock.Advance(time.Second)
	api.Send(apitest.Request{Method: "POST", Path: resend}).Problem(401, "unauthorized")
	api.Clock.Advance(time.Minute)
	owner.Post(resend, nil).OK()
	second := owner.MailedToken(owner.Email, "verify-email")
	if first == second {
		t.Error("the same token was sent twice")
	}
	verifyAs(owner, second).OK()
	before := len(api.MailsTo(owner.Email))
	for range 4 {
		owner.Post(resend, nil).OK()
	}
	api.RunWorker()
	if got := len(api.MailsTo(owner.Email)); got != before {
		t.Errorf("%d mails to an address that is verified, want none", got-before)
	}
}
