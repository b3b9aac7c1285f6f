package invitations_test

import (
	"net/url"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

func TestLookup(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	id := owner.Invite(bobsEmail, "admin")
	token := api.MailedToken(bobsEmail, "invitation")
	want := object{
		"id": id, "workspace_name": "ada's workspace", "inviter_name": "ada", "email_masked": "b***@example.com",
		"role": "admin", "expires_at": "2026-07-01T12:00:00Z", "has_account": false,
	}
	apitest.WantEqual(t, lookup(api, token).OK(), want)
	api.Register("bob")
	want["has_account"] = true
	apitest.WantEqual(t, lookup(api, token).OK(), want)
}

func TestLookupOfInvalidTokens(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Invite(bobsEmail, "")
	token := api.MailedToken(bobsEmail, "invitation")
	verify := api.MailedToken(owner.Email, "verify-email")

	for what, invalid := range map[string]string{
		"unknown": strings.Repeat("0", 43), "of another kind": verify, "not even one": "%00%ff", "mistyped": token[:42] + "!",
	} {
		if status := lookup(api, invalid).Status; status != 404 {
			t.Errorf("a token that is %s: %d, want 404", what, status)
		}
	}
	lookup(api, token).OK()
	api.RegisterInvited("bob", token)
	lookup(api, token).Problem(404, "not_found") // used

	owner.Invite("carl@example.com", "")
	token = api.MailedToken("carl@example.com", "invitation")
	api.Clock.Advance(14 * day)
	lookup(api, token).Problem(404, "not_found") // expired
}

// A browser is redirected to the page without a read, so the redirect says nothing
// about the token.
func TestLookupByABrowser(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.AppBaseURL = "https://app.example.com/time" })
	api.Register("ada").Invite(bobsEmail, "")
	for _, token := range []string{api.MailedToken(bobsEmail, "invitation"), "invalid", "a%26b=c%20%C3%A9"} {
		api.Probe.Reset()
		answer := api.Send(apitest.Request{
			Method: "GET", Path: "/api/invitations/" + token, Header: map[string]string{"Accept": "text/html,*/*;q=0.8"},
		})
		plain, _ := url.PathUnescape(token)
		want := "https://app.example.com/time/p/invitation?token=" + url.QueryEscape(plain)
		if got := answer.Header.Get("Location"); answer.Status != 302 || got != want || len(answer.Body) != 0 {
			t.Errorf("%d to %q, want 302 to %q\n%s", answer.Status, got, want, answer.Body)
		}
		if calls := api.Probe.Snapshot().Calls; len(calls) != 0 {
			t.Errorf("the redirect read %v", calls)
		}
	}
}

func TestLookupIsLimited(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.AttemptsPerNetwork = 3 })
	for range 3 {
		lookup(api, "guess").Problem(404, "not_found")
	}
	if answer := lookup(api, "guess"); answer.Header.Get("Retry-After") == "" {
		t.Error("429 without Retry-After")
	} else {
		answer.Problem(429, "rate_limited")
	}
}
