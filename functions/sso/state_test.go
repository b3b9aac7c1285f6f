package sso_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/shared/domain"
	"stint/shared/oauth"
	"stint/shared/testkit"
	"stint/shared/testkit/idp"
)

func TestStatesThatLeadNowhere(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	lost := func(name string, v *apitest.Visit) {
		t.Helper()
		answer := v.End()
		answer.Problem(400, "pkce_state_not_found")
		if refreshCookie(answer) != nil || accounts(h) != 0 {
			t.Errorf("%s: somebody is in", name)
		}
	}
	for _, state := range []string{"", "x", strings.Repeat("A", 43), strings.Repeat("A", 10_000), "\x00", "\xff", "a b"} {
		v := h.Begin("", "").As(provider, ada)
		v.Back.Set("state", state)
		lost("another state", v)
	}
	v := h.Begin("", "").As(provider, ada)
	v.Back.Del("state")
	lost("no state", v)

	v = h.Begin("", "").As(provider, ada)
	v.Cookies = nil
	lost("no cookie", v)
	v.Cookies = h.Begin("", "").Cookies
	lost("another browser's cookie", v)

	v = h.Begin("", "").As(provider, ada)
	h.Clock.Advance(10 * time.Minute)
	lost("ten minutes later", v)
}

// A visit that was tried in another browser is not spoilt for its own, and
// ends once.
func TestAStateWorksOnceInItsOwnBrowser(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	v := h.Begin("", "").As(provider, ada)
	stolen := *v
	stolen.Cookies = h.Begin("", "").Cookies
	stolen.End().Problem(400, "pkce_state_not_found")
	h.Clock.Advance(10*time.Minute - time.Second)
	v.End().OK()
	v.End().Problem(400, "pkce_state_not_found")
	v.As(provider, ada).End().Problem(400, "pkce_state_not_found") // also with a fresh code
}

func TestOfParallelReturnsOneWins(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	v := h.Begin("", "").As(provider, ada)
	var won atomic.Int64
	testkit.Race(t, 10, func(int) {
		switch answer := v.End(); {
		case answer.Status == 200:
			won.Add(1)
		case answer.Status != 400 || !strings.Contains(string(answer.Body), "pkce_state_not_found"):
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if won.Load() != 1 || accounts(h) != 1 || provider.Calls(idp.TokenPath) != 1 {
		t.Errorf("%d won, %d accounts, %d exchanges", won.Load(), accounts(h), provider.Calls(idp.TokenPath))
	}
}

// A state of the calendar opens no account, even in the right browser.
func TestAStateOfAnotherPurposeIsUnknown(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	v := h.Begin("", "").As(provider, ada)
	attempt := oauth.Begin(h.Deps.Config.MasterSecret)
	browser := oauth.Browser(v.Cookies[0].Value)
	err := h.Deps.Store.BeginOAuth(t.Context(), domain.OAuthState{
		Digest: attempt.Digest(), Purpose: domain.OAuthCalendar, Browser: browser.Digest(), ExpiresAt: domain.At(h.Clock.Now()).Plus(time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
	v.Back.Set("state", attempt.State)
	v.End().Problem(400, "pkce_state_not_found")
	_, ok, err := h.Deps.Store.TakeOAuth(t.Context(), domain.OAuthCalendar, attempt.Digest(), browser.Digest())
	if err != nil || !ok {
		t.Errorf("the calendar's state is gone: %v", err)
	}
	signIn := h.Begin("", "", v.Cookies...)
	digest := oauth.Resume(h.Deps.Config.MasterSecret, signIn.State).Digest()
	if _, ok, _ := h.Deps.Store.TakeOAuth(t.Context(), domain.OAuthCalendar, digest, browser.Digest()); ok {
		t.Error("a state of single sign-on is one of the calendar")
	}
}

// What is kept of a visit is of no use to who reads the table.
func TestTheTableKeepsNoStateVerifierOrNonce(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	v := h.Begin("", "").As(provider, unverified)
	attempt := oauth.Resume(h.Deps.Config.MasterSecret, v.State)
	token := pending(t, h, v.End(), ada.Email)
	table := tableOf(t, h)
	for what, secret := range map[string]string{
		"state": attempt.State, "verifier": attempt.Verifier, "nonce": attempt.Nonce, "cookie": v.Cookies[0].Value, "token": token,
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
	if !strings.Contains(table, attempt.Digest()) || !strings.Contains(table, ada.Email) {
		t.Error("the visit is not where it was looked for")
	}
}
