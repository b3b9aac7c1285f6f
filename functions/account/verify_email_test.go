package account_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

func verify(h *apitest.Service, token string) *apitest.Answer {
	return post(h, "/api/auth/verify-email", object{"token": token})
}

func TestVerifyEmail(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	token := ada.MailedToken(ada.Email, "verify-email")
	verify(h, "x").Invalid("token token_invalid")
	verify(h, strings.Repeat("x", 10000)).Invalid("token token_invalid")
	post(h, "/api/auth/verify-email", object{}).Invalid("token required")
	confirmReset(h, token, newPassword).Invalid("token token_invalid") // for another purpose
	user := verify(h, token).OK()
	if user["id"] != ada.ID || user["email_verified"] != true || user["version"] != 2.0 {
		t.Errorf("user %v", user)
	}
	verify(h, token).Invalid("token token_invalid") // once
	if got := ada.Get("/api/auth/me").OK()["email_verified"]; got != true {
		t.Errorf("me: email_verified %v", got)
	}
}

func TestVerificationExpires(t *testing.T) {
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	late, just := ada.MailedToken(ada.Email, "verify-email"), bob.MailedToken(bob.Email, "verify-email")
	h.Clock.Advance(24*time.Hour - time.Second)
	verify(h, just).OK()
	h.Clock.Advance(time.Second)
	verify(h, late).Invalid("token token_invalid")
}
