package account_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestResendVerification(t *testing.T) {
	h := apitest.New(t, withLimits(5, 0))
	ada := h.Register("ada")
	const resend = "/api/auth/verify-email/resend"
	first := ada.MailedToken(ada.Email, "verify-email")
	h.Clock.Advance(time.Second)
	h.Send(apitest.Request{Method: "POST", Path: resend}).Problem(401, "unauthorized")
	h.Clock.Advance(time.Minute)
	ada.Post(resend, nil).OK()
	second := ada.MailedToken(ada.Email, "verify-email")
	if first == second {
		t.Error("the same token was sent twice")
	}
	verifyAs(ada, second).OK()
	before := len(h.MailsTo(ada.Email))
	for range 4 {
		ada.Post(resend, nil).OK()
	}
	h.RunWorker()
	if got := len(h.MailsTo(ada.Email)); got != before {
		t.Errorf("%d mails to an address that is verified, want none", got-before)
	}
}
