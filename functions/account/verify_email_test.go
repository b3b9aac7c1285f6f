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
func verify(api *apitest.Service, token string) *apitest.Answer {
	return verifyWith(api, token, apitest.Password)
}

func verifyWith(api *apitest.Service, token, password string) *apitest.Answer {
	return post(api, "/api/auth/verify-email", object{"token": token, "password": password})
}

// verifyAs confirms an address with a session.
func verifyAs(p *apitest.User, token string) *apitest.Answer {
	return p.Post("/api/auth/verify-email", object{"token": token})
}

func TestVerifyEmail(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	token := owner.MailedToken(owner.Email, "verify-email")
	verify(api, "x").Invalid("token token_invalid")
	verify(api, strings.Repeat("x", 10000)).Invalid("token token_invalid")
	post(api, "/api/auth/verify-email", object{"password": apitest.Password}).Invalid("token required")
	confirmReset(api, token, newPassword).Invalid("token token_invalid") // for another purpose
	user := verify(api, token).OK()
	if user["id"] != owner.ID || user["email_verified"] != true || user["version"] != 2.0 {
		t.Errorf("user %v", user)
	}
	verify(api, token).Invalid("token token_invalid") // once
	again := owner.SignInAgain()
	if got := again.Get("/api/auth/me").OK()["email_verified"]; got != true {
		t.Errorf("me: email_verified %v", got)
	}
}

// The token alone proves nothing: whoever confirms must also have the account.
func TestVerificationNeedsTheAccount(t *testing.T) {
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("eve")
	token := owner.MailedToken(owner.Email, "verify-email")
	for _, body := range []object{{"token": token}, {"token": token, "password": nil}} {
		post(api, "/api/auth/verify-email", body).Invalid("password required")
	}
	post(api, "/api/auth/verify-email", object{}).Invalid("token required", "password required")
	post(api, "/api/auth/verify-email", object{"token": "x"}).Invalid("token token_invalid", "password required")
	verifyWith(api, token, "").Invalid("password password_incorrect")
	verifyWith(api, token, newPassword).Invalid("password password_incorrect")
	owner.Post("/api/auth/verify-email", object{"token": token, "password": newPassword}).Invalid(
		"password password_incorrect")
	verifyAs(outsider, token).Invalid("token token_invalid")
	outsider.Post("/api/auth/verify-email", object{"token": token, "password": apitest.Password}).Invalid(
		"token token_invalid")
	api.As("x").Post("/api/auth/verify-email",
		object{"token": token, "password": apitest.Password}).Problem(401, "unauthorized")
	if owner.Get("/api/auth/me").OK()["email_verified"] != false {
		t.Fatal("the address was verified")
	}
	verifyAs(owner, token).OK()
}

// Attempts at the password of a confirmation are counted for the account.
func TestVerificationCountsPasswords(t *testing.T) {
	api := apitest.New(t, withLimits(3, 0))
	owner := api.Register("ada")
	token := owner.MailedToken(owner.Email, "verify-email")
	for range 3 {
		verifyWith(api, token, newPassword).Invalid("password password_incorrect")
	}
	verify(api, token).Problem(429, "rate_limited")
}

// The first proof ends all sessions but the one that confirms. A later one ends none.
func TestVerificationEndsOtherSessions(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	other := owner.SignInAgain()
	first := owner.MailedToken(owner.Email, "verify-email")
	api.Clock.Advance(time.Second)
	owner.Post("/api/auth/verify-email/resend", nil).OK()
	second := owner.MailedToken(owner.Email, "verify-email")
	verifyAs(owner, first).OK()
	other.Get("/api/auth/me").Problem(401, "unauthorized")
	refreshSession(api, other.RefreshCookie, nil).Problem(401, "unauthorized")
	owner.Get("/api/auth/me").OK()
	refreshSession(api, owner.RefreshCookie, nil).OK()
	third := owner.SignInAgain() // the password stays
	if user := verifyAs(owner, second).OK(); user["email_verified"] != true || user["version"] != 2.0 {
		t.Errorf("a second confirmation changed the account: %v", user)
	}
	third.Get("/api/auth/me").OK()
}

func TestVerificationExpires(t *testing.T) {
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	late, just := owner.MailedToken(owner.Email, "verify-email"), outsider.MailedToken(outsider.Email, "verify-email")
	api.Clock.Advance(24*time.Hour - time.Second)
	verify(api, just).OK()
	api.Clock.Advance(time.Second)
	verify(api, late).Invalid("token token_invalid")
}

// A disabled account confirms no address: its password and the mail are not enough.
func TestADisabledAccountConfirmsNothing(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	token := owner.MailedToken(owner.Email, "verify-email")
	for _, act := range []audit.AccountAct{audit.DisableAccount, audit.EnableAccount} {
		if err := api.Deps.Store.OperateAccount(t.Context(), domain.ID(owner.ID), act); err != nil {
			t.Fatal(err)
		}
		if act.LosesRights {
			verify(api, token).Invalid("token token_invalid")
			if got := getItem(t, api, "USER#"+owner.ID, "PROFILE")["verified"]; got == true {
				t.Error("the address was proved")
			}
		}
	}
	verify(api, token).OK()
}
