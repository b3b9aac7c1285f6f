package account_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func requestReset(api *apitest.Service, email string) *apitest.Answer {
	return post(api, "/api/auth/password-reset/request", object{"email": email})
}

func confirmReset(api *apitest.Service, token, password string) *apitest.Answer {
	return post(api, "/api/auth/password-reset/confirm", object{"token": token, "newPassword": password})
}

func TestPasswordReset(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	requestReset(api, "  ADA@example.com").OK()
	token := owner.MailedToken(owner.Email, "password-reset")
	confirmReset(api, token, "short").Invalid("newPassword min_length")
	confirmReset(api, token, "password1").Invalid("newPassword password_too_weak")
	confirmReset(api, "x", "short").Invalid("newPassword min_length", "token token_invalid")
	post(api, "/api/auth/password-reset/confirm", object{"token": nil}).Invalid("token required", "newPassword required")
	verify(api, token).Invalid("token token_invalid") // for another purpose
	if got := confirmReset(api, token, newPassword).OK()["status"]; got != "ok" {
		t.Errorf("status %v", got)
	}
	confirmReset(api, token, "yet another one").Invalid("token token_invalid")
	owner.Get("/api/auth/me").Problem(401, "unauthorized")
	refreshSession(api, owner.RefreshCookie, nil).Problem(401, "unauthorized")
	login(api, owner.Email, apitest.Password).Problem(401, "unauthorized")
	if user := login(api, owner.Email, newPassword).OK()["user"].(object); user["email_verified"] != true {
		t.Error("the reset did not verify the address")
	}
}

// A reset or a new password invalidates the tokens that were sent before.
func TestOlderResetTokensAreInvalid(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	mailed := func() string {
		api.Clock.Advance(time.Minute)
		requestReset(api, owner.Email).OK()
		return owner.MailedToken(owner.Email, "password-reset")
	}
	older, newer := mailed(), mailed()
	if older == newer {
		t.Fatal("the same token was sent twice")
	}
	confirmReset(api, newer, newPassword).OK()
	confirmReset(api, older, "yet another one").Invalid("token token_invalid")

	again := api.UserOf(login(api, owner.Email, newPassword))
	late := mailed()
	again.Patch(profile, object{"currentPassword": newPassword, "newPassword": "third time lucky"}).OK()
	confirmReset(api, late, "yet another one").Invalid("token token_invalid")

	expired := mailed()
	api.Clock.Advance(time.Hour)
	confirmReset(api, expired, "yet another one").Invalid("token token_invalid")
}

// Whoever has a stolen session cannot void a mailed token to reset the password.
func TestSigningOutEverywhereLeavesAResetValid(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	requestReset(api, owner.Email).OK()
	token := owner.MailedToken(owner.Email, "password-reset")
	thief := owner.SignInAgain()
	thief.Delete("/api/auth/sessions").OK()
	confirmReset(api, token, newPassword).OK()
	thief.Get("/api/auth/me").Problem(401, "unauthorized")
}

// The answer, the work and the limit are the same for addresses with and without an
// account.
func TestResetRequestHidesAccounts(t *testing.T) {
	api := apitest.New(t, withLimits(5, 0))
	api.Register("ada")
	bare := api.Register("bare")
	setAttribute(t, api, "USER#"+bare.ID, "PROFILE", "pw", "")
	costs := map[string]bool{}
	for _, email := range []string{"ada@example.com", "nobody@example.com", "bare@example.com"} {
		api.Probe.Reset()
		answer := requestReset(api, email)
		answer.OK()
		calls := api.Probe.Snapshot().Calls
		costs[fmt.Sprint(string(answer.Body), api.Probe.Snapshot().Calls, api.Probe.Snapshot().Write)] = true
		for range 4 {
			requestReset(api, email).OK()
		}
		api.Probe.Reset()
		over := requestReset(api, email) // over the limit
		over.OK()
		if got := fmt.Sprint(string(over.Body), api.Probe.Snapshot().Calls); got != fmt.Sprint(string(answer.Body), calls) {
			t.Errorf("over the limit: %s, want the same as before: %v", got, calls)
		}
	}
	if len(costs) != 1 {
		t.Errorf("the requests differ: %v", costs)
	}
	api.RunWorker()
	if got := len(api.MailsTo("ada@example.com")); got != 1+5 {
		t.Errorf("%d mails, want the verification and 5 resets", got)
	}
	if got := len(api.MailsTo("nobody@example.com")); got != 0 {
		t.Errorf("%d mails to an address without an account", got)
	}
	requestReset(api, "no address").Invalid("email email_invalid")
	post(api, "/api/auth/password-reset/request", object{"email": nil}).Invalid("email required")
}

func TestParallelConfirmationsResetOnce(t *testing.T) {
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	requestReset(api, owner.Email).OK()
	token := owner.MailedToken(owner.Email, "password-reset")
	var answers [5]*apitest.Answer
	api.Probe.Inject(testkit.Fault{Effect: testkit.Gather(5), Where: testkit.On("TransactWriteItems"), Times: 5})
	testkit.Race(t, 5, func(i int) { answers[i] = confirmReset(api, token, fmt.Sprintf("password number %d", i)) })
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
	login(api, owner.Email, fmt.Sprintf("password number %d", won)).OK()
}

func TestTokenAttemptsAreLimited(t *testing.T) {
	api := apitest.New(t, withLimits(0, 10))
	for i := range 10 {
		verify(api, fmt.Sprint("guess", i)).Invalid("token token_invalid")
	}
	api.Probe.Reset()
	confirmReset(api, "guess", newPassword).Problem(429, "rate_limited")
	if got := api.Probe.Snapshot().Calls["GetItem"]; got != 0 {
		t.Errorf("%d reads after the limit, want none", got)
	}
}
