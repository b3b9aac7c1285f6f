package account_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/domain/audit"
)

// verify confirms an address with the password.
func verify(h *apitest.Service, token string) *apitest.Answer {
	return verifyWith(h, token, apitest.Password)
}

func verifyWith(h *apitest.Service, token, password string) *apitest.Answer {
	return post(h, "/api/auth/verify-email", object{"token": token, "password": password})
}

// verifyAs confirms an address with a session.
func verifyAs(p *apitest.User, token string) *apitest.Answer {
	return p.Post("/api/auth/verify-email", object{"token": token})
}

func TestVerifyEmail(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	token := ada.MailedToken(ada.Email, "verify-email")
	verify(h, "x").Invalid("token token_invalid")
	verify(h, strings.Repeat("x", 10000)).Invalid("token token_invalid")
	post(h, "/api/auth/verify-email", object{"password": apitest.Password}).Invalid("token required")
	confirmReset(h, token, newPassword).Invalid("token token_invalid") // for another purpose
	user := verify(h, token).OK()
	if user["id"] != ada.ID || user["email_verified"] != true || user["version"] != 2.0 {
		t.Errorf("user %v", user)
	}
	verify(h, token).Invalid("token token_invalid") // once
	again := h.UserOf(login(h, ada.Email, apitest.Password))
	if got := again.Get("/api/auth/me").OK()["email_verified"]; got != true {
		t.Errorf("me: email_verified %v", got)
	}
}

// The token alone proves nothing: whoever confirms must also have the account.
func TestVerificationNeedsTheAccount(t *testing.T) {
	h := apitest.New(t)
	ada, eve := h.Register("ada"), h.Register("eve")
	token := ada.MailedToken(ada.Email, "verify-email")
	for _, body := range []object{{"token": token}, {"token": token, "password": nil}} {
		post(h, "/api/auth/verify-email", body).Invalid("password required")
	}
	post(h, "/api/auth/verify-email", object{}).Invalid("token required", "password required")
	post(h, "/api/auth/verify-email", object{"token": "x"}).Invalid("token token_invalid", "password required")
	verifyWith(h, token, "").Invalid("password password_incorrect")
	verifyWith(h, token, newPassword).Invalid("password password_incorrect")
	ada.Post("/api/auth/verify-email", object{"token": token, "password": newPassword}).Invalid(
		"password password_incorrect")
	verifyAs(eve, token).Invalid("token token_invalid")
	eve.Post("/api/auth/verify-email", object{"token": token, "password": apitest.Password}).Invalid("token token_invalid")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/verify-email", Bearer: "x",
		Body: object{"token": token, "password": apitest.Password}}).Problem(401, "unauthorized")
	if ada.Get("/api/auth/me").OK()["email_verified"] != false {
		t.Fatal("the address was verified")
	}
	verifyAs(ada, token).OK()
}

// Attempts at the password of a confirmation are counted for the account.
func TestVerificationCountsPasswords(t *testing.T) {
	h := apitest.New(t, withLimits(3, 0))
	ada := h.Register("ada")
	token := ada.MailedToken(ada.Email, "verify-email")
	for range 3 {
		verifyWith(h, token, newPassword).Invalid("password password_incorrect")
	}
	verify(h, token).Problem(429, "rate_limited")
}

// The first proof ends all sessions but the one that confirms. A later one ends none.
func TestVerificationEndsOtherSessions(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	other := h.UserOf(login(h, ada.Email, apitest.Password))
	first := ada.MailedToken(ada.Email, "verify-email")
	h.Clock.Advance(time.Second)
	ada.Post("/api/auth/verify-email/resend", nil).OK()
	second := ada.MailedToken(ada.Email, "verify-email")
	verifyAs(ada, first).OK()
	other.Get("/api/auth/me").Problem(401, "unauthorized")
	refreshSession(h, other.RefreshCookie, nil).Problem(401, "unauthorized")
	ada.Get("/api/auth/me").OK()
	refreshSession(h, ada.RefreshCookie, nil).OK()
	third := h.UserOf(login(h, ada.Email, apitest.Password)) // the password stays
	if user := verifyAs(ada, second).OK(); user["email_verified"] != true || user["version"] != 2.0 {
		t.Errorf("a second confirmation changed the account: %v", user)
	}
	third.Get("/api/auth/me").OK()
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

// A disabled account confirms no address: its password and the mail are not enough.
func TestADisabledAccountConfirmsNothing(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	token := ada.MailedToken(ada.Email, "verify-email")
	for _, act := range []audit.AccountAct{audit.DisableAccount, audit.EnableAccount} {
		if err := h.Deps.Store.OperateAccount(t.Context(), domain.ID(ada.ID), act); err != nil {
			t.Fatal(err)
		}
		if act.LosesRights {
			verify(h, token).Invalid("token token_invalid")
			if got := getItem(t, h, "USER#"+ada.ID, "PROFILE")["verified"]; got == true {
				t.Error("the address was proved")
			}
		}
	}
	verify(h, token).OK()
}
