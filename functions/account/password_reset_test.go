package account_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func requestReset(h *apitest.Service, email string) *apitest.Answer {
	return post(h, "/api/auth/password-reset/request", object{"email": email})
}

func confirmReset(h *apitest.Service, token, password string) *apitest.Answer {
	return post(h, "/api/auth/password-reset/confirm", object{"token": token, "newPassword": password})
}

func TestPasswordReset(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	requestReset(h, "  ADA@example.com").OK()
	token := ada.MailedToken(ada.Email, "password-reset")
	confirmReset(h, token, "short").Invalid("newPassword min_length")
	confirmReset(h, token, "password1").Invalid("newPassword password_too_weak")
	confirmReset(h, "x", "short").Invalid("newPassword min_length", "token token_invalid")
	post(h, "/api/auth/password-reset/confirm", object{"token": nil}).Invalid("token required", "newPassword required")
	verify(h, token).Invalid("token token_invalid") // for another purpose
	if got := confirmReset(h, token, newPassword).OK()["status"]; got != "ok" {
		t.Errorf("status %v", got)
	}
	confirmReset(h, token, "yet another one").Invalid("token token_invalid")
	ada.Get("/api/auth/me").Problem(401, "unauthorized")
	refreshSession(h, ada.RefreshCookie, nil).Problem(401, "unauthorized")
	login(h, ada.Email, apitest.Password).Problem(401, "unauthorized")
	if user := login(h, ada.Email, newPassword).OK()["user"].(object); user["email_verified"] != true {
		t.Error("the reset did not verify the address")
	}
}

// A reset or a new password invalidates the tokens that were sent before.
func TestOlderResetTokensAreInvalid(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	mailed := func() string {
		h.Clock.Advance(time.Minute)
		requestReset(h, ada.Email).OK()
		return ada.MailedToken(ada.Email, "password-reset")
	}
	older, newer := mailed(), mailed()
	if older == newer {
		t.Fatal("the same token was sent twice")
	}
	confirmReset(h, newer, newPassword).OK()
	confirmReset(h, older, "yet another one").Invalid("token token_invalid")

	again := h.UserOf(login(h, ada.Email, newPassword))
	late := mailed()
	again.Patch(profile, object{"currentPassword": newPassword, "newPassword": "third time lucky"}).OK()
	confirmReset(h, late, "yet another one").Invalid("token token_invalid")

	expired := mailed()
	h.Clock.Advance(time.Hour)
	confirmReset(h, expired, "yet another one").Invalid("token token_invalid")
}

// Whoever has a stolen session cannot void a mailed token to reset the password.
func TestSigningOutEverywhereLeavesAResetValid(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.VerifyEmail()
	requestReset(h, ada.Email).OK()
	token := ada.MailedToken(ada.Email, "password-reset")
	thief := h.UserOf(login(h, ada.Email, apitest.Password))
	thief.Delete("/api/auth/sessions").OK()
	confirmReset(h, token, newPassword).OK()
	thief.Get("/api/auth/me").Problem(401, "unauthorized")
}

// The answer, the work and the limit are the same for addresses with and without an
// account.
func TestResetRequestHidesAccounts(t *testing.T) {
	h := apitest.New(t, withLimits(5, 0))
	h.Register("ada")
	bare := h.Register("bare")
	setAttribute(t, h, "USER#"+bare.ID, "PROFILE", "pw", "")
	costs := map[string]bool{}
	for _, email := range []string{"ada@example.com", "nobody@example.com", "bare@example.com"} {
		h.Probe.Reset()
		answer := requestReset(h, email)
		answer.OK()
		calls := h.Probe.Snapshot().Calls
		costs[fmt.Sprint(string(answer.Body), h.Probe.Snapshot().Calls, h.Probe.Snapshot().Write)] = true
		for range 4 {
			requestReset(h, email).OK()
		}
		h.Probe.Reset()
		over := requestReset(h, email) // over the limit
		over.OK()
		if got := fmt.Sprint(string(over.Body), h.Probe.Snapshot().Calls); got != fmt.Sprint(string(answer.Body), calls) {
			t.Errorf("over the limit: %s, want the same as before: %v", got, calls)
		}
	}
	if len(costs) != 1 {
		t.Errorf("the requests differ: %v", costs)
	}
	h.RunWorker()
	if got := len(h.MailsTo("ada@example.com")); got != 1+5 {
		t.Errorf("%d mails, want the verification and 5 resets", got)
	}
	if got := len(h.MailsTo("nobody@example.com")); got != 0 {
		t.Errorf("%d mails to an address without an account", got)
	}
	requestReset(h, "no address").Invalid("email email_invalid")
	post(h, "/api/auth/password-reset/request", object{"email": nil}).Invalid("email required")
}

func TestParallelConfirmationsResetOnce(t *testing.T) {
	h := apitest.NewLagging(t)
	ada := h.Register("ada")
	requestReset(h, ada.Email).OK()
	token := ada.MailedToken(ada.Email, "password-reset")
	var answers [5]*apitest.Answer
	h.Probe.Inject(testkit.Fault{Effect: testkit.Gather(5), Where: testkit.On("TransactWriteItems"), Times: 5})
	testkit.Race(t, 5, func(i int) { answers[i] = confirmReset(h, token, fmt.Sprintf("password number %d", i)) })
	won := -1
	for i, a := range answers {
		if a.Status == 200 && won < 0 {
			won = i
			continue
		}
		a.Invalid("token token_invalid")
	}
	if won < 0 {
		t.Fatal("no confirmation succeeded")
	}
	login(h, ada.Email, fmt.Sprintf("password number %d", won)).OK()
}

func TestTokenAttemptsAreLimited(t *testing.T) {
	h := apitest.New(t, withLimits(0, 10))
	for i := range 10 {
		verify(h, fmt.Sprint("guess", i)).Invalid("token token_invalid")
	}
	h.Probe.Reset()
	confirmReset(h, "guess", newPassword).Problem(429, "rate_limited")
	if got := h.Probe.Snapshot().Calls["GetItem"]; got != 0 {
		t.Errorf("%d reads after the limit, want none", got)
	}
}
