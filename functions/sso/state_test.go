package sso_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/oauth"
)

func TestInvalidStates(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	lost := func(name string, v *apitest.SSOFlow) {
		t.Helper()
		answer := v.Finish()
		answer.Problem(400, "pkce_state_not_found")
		if refreshCookie(answer) != nil || countAccounts(api) != 0 {
			t.Errorf("%s: a session was opened", name)
		}
	}
	for _, state := range []string{"", "x", strings.Repeat("A", 43), strings.Repeat("A", 10_000), "\x00", "\xff", "a b"} {
		v := api.StartSSO("", "").Login(provider, proven)
		v.CallbackQuery.Set("state", state)
		lost("another state", v)
	}
	v := api.StartSSO("", "").Login(provider, proven)
	v.CallbackQuery.Del("state")
	lost("no state", v)

	v = api.StartSSO("", "").Login(provider, proven)
	v.Cookies = nil
	lost("no cookie", v)
	v.Cookies = api.StartSSO("", "").Cookies
	lost("another browser's cookie", v)

	v = api.StartSSO("", "").Login(provider, proven)
	api.Clock.Advance(10 * time.Minute)
	lost("ten minutes later", v)
}

// A callback in another browser does not use the state. In its own browser it works
// once.
func TestStateWorksOnceInItsBrowser(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	v := api.StartSSO("", "").Login(provider, proven)
	stolen := *v
	stolen.Cookies = api.StartSSO("", "").Cookies
	stolen.Finish().Problem(400, "pkce_state_not_found")
	api.Clock.Advance(10*time.Minute - time.Second)
	v.Finish().OK()
	v.Finish().Problem(400, "pkce_state_not_found")
	v.Login(provider, proven).Finish().Problem(400, "pkce_state_not_found") // also with a new code
}

func TestOneParallelCallbackWins(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	v := api.StartSSO("", "").Login(provider, proven)
	var won atomic.Int64
	testkit.Race(t, 10, func(int) {
		switch answer := v.Finish(); {
		case answer.Status == 200:
			won.Add(1)
		case answer.Status != 400 || !strings.Contains(string(answer.Body), "pkce_state_not_found"):
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if won.Load() != 1 || countAccounts(api) != 1 || provider.CountCalls(idp.TokenPath) != 1 {
		t.Errorf("%d won, %d accounts, %d exchanges", won.Load(), countAccounts(api), provider.CountCalls(idp.TokenPath))
	}
}

// A state of the calendar cannot be used to sign in, even in the same browser.
func TestStateOfOtherPurposeIsUnknown(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	v := api.StartSSO("", "").Login(provider, proven)
	attempt, err := oauth.NewAttempt(t.Context(), api.Deps.Secrets)
	if err != nil {
		t.Fatal(err)
	}
	browser := oauth.BrowserID(v.Cookies[0].Value)
	err = api.Deps.Store.CreateOAuthState(t.Context(), people.OAuthState{
		Digest: attempt.Digest(), Purpose: people.OAuthCalendar, BrowserDigest: browser.Digest(),
		ExpiresAt: domain.InstantOf(api.Clock.Now()).Plus(time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
	v.CallbackQuery.Set("state", attempt.State)
	v.Finish().Problem(400, "pkce_state_not_found")
	_, ok, err := api.Deps.Store.UseOAuthState(t.Context(), people.OAuthCalendar, attempt.Digest(), browser.Digest())
	if err != nil || !ok {
		t.Errorf("the state of the calendar was used: %v", err)
	}
	signIn := api.StartSSO("", "", v.Cookies...)
	resumed, err := oauth.ResumeAttempt(t.Context(), api.Deps.Secrets, signIn.State)
	if err != nil {
		t.Fatal(err)
	}
	digest := resumed.Digest()
	if _, ok, _ := api.Deps.Store.UseOAuthState(t.Context(), people.OAuthCalendar, digest, browser.Digest()); ok {
		t.Error("a state of single sign-on was accepted for the calendar")
	}
}

// The table holds no state, verifier or nonce, only digests.
func TestTableStoresNoStateVerifierOrNonce(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	v := api.StartSSO("", "").Login(provider, unverified)
	attempt, err := oauth.ResumeAttempt(t.Context(), api.Deps.Secrets, v.State)
	if err != nil {
		t.Fatal(err)
	}
	token := wantVerificationMail(t, api, v.Finish(), proven.Email)
	table := dumpTable(t, api)
	for what, secret := range map[string]string{
		"state": attempt.State, "verifier": attempt.Verifier, "nonce": attempt.Nonce, "cookie": v.Cookies[0].Value,
		"token": token,
	} {
		if strings.Contains(table, secret) {
			t.Errorf("the table holds the %s", what)
		}
	}
	for _, secret := range provider.Secrets() {
		if strings.Contains(table, secret) {
			t.Errorf("the table holds %s", secret)
		}
	}
	if !strings.Contains(table, attempt.Digest()) || !strings.Contains(table, proven.Email) {
		t.Error("the state is not in the dump: the test reads the wrong items")
	}
}
