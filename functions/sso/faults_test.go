package sso_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
	"stint/shared/config"
)

// A fault walk over the callback. A single failed call is retried. Otherwise the
// callback writes everything or nothing, and a retry succeeds: with the same request,
// or with a new flow when the state is used.
func TestCallbackUnderFaults(t *testing.T) {
	bob := idp.User{Subject: "bob-1", Email: "bob@example.com", Name: "Bob", EmailVerified: true}
	for name, prepare := range map[string]func(h *apitest.Service, provider *idp.StandIn) func() *apitest.SSOFlow{
		"a new user": func(h *apitest.Service, provider *idp.StandIn) func() *apitest.SSOFlow {
			return func() *apitest.SSOFlow { return h.StartSSO("", "").Login(provider, bob) }
		},
		"a known user": func(h *apitest.Service, provider *idp.StandIn) func() *apitest.SSOFlow {
			h.StartSSO("", "").Login(provider, bob).Finish().OK()
			return func() *apitest.SSOFlow { return h.StartSSO("", "").Login(provider, bob) }
		},
		"a mail is needed": func(h *apitest.Service, provider *idp.StandIn) func() *apitest.SSOFlow {
			h.Register("bob")
			return func() *apitest.SSOFlow { return h.StartSSO("", "").Login(provider, bob) }
		},
		"linking": func(h *apitest.Service, provider *idp.StandIn) func() *apitest.SSOFlow {
			p := h.Register("bob")
			return func() *apitest.SSOFlow { return h.StartSSO(p.Token, "").Login(provider, bob) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			provider := idp.NewStandIn(t, testkit.NewClock(apitest.StartTime).Now)
			var flow func() *apitest.SSOFlow
			apitest.FaultWalk{
				Options: []apitest.Option{apitest.WithSSO(provider.Issuer),
					func(c *config.Config) { c.AttemptsPerAccount = 100 }},
				PrepareEach: true, // the provider takes each code once
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					flow = prepare(h, provider)
					return flow().Finish
				},
				CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
					if again.Status != 200 && again.Status != 400 {
						t.Errorf("the same callback again: %d\n%s", again.Status, again.Body)
					}
					flow().Finish().OK()
					if n := countAccounts(h); n != 1 {
						t.Errorf("%d accounts", n)
					}
				},
			}.Run(t)
		})
	}
}

func TestStartUnderFaults(t *testing.T) {
	provider := idp.NewStandIn(t, testkit.NewClock(apitest.StartTime).Now)
	apitest.FaultWalk{
		Options: []apitest.Option{apitest.WithSSO(provider.Issuer)},
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			return func() *apitest.Answer { return h.Send(apitest.Request{Method: "GET", Path: startPath}) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

func TestConfirmationUnderFaults(t *testing.T) {
	for name, prepare := range map[string]func(h *apitest.Service){
		"no account yet":    func(*apitest.Service) {},
		"an account":        func(h *apitest.Service) { h.Register("ada").VerifyEmail() },
		"a waiting account": func(h *apitest.Service) { h.Register("ada") },
	} {
		t.Run(name, func(t *testing.T) {
			provider := idp.NewStandIn(t, testkit.NewClock(apitest.StartTime).Now)
			apitest.FaultWalk{
				Options: []apitest.Option{apitest.WithSSO(provider.Issuer)},
				Prepare: func(h *apitest.Service) func() *apitest.Answer {
					prepare(h)
					token := wantVerificationMail(t, h, h.StartSSO("", "").Login(provider, unverified).Finish(), ada.Email)
					return func() *apitest.Answer { return confirm(h, token) }
				},
				State: func(h *apitest.Service) string { return fmt.Sprint(countsWithoutAudit(h), accountState(h)) },
				CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
					if again.Status != 200 && again.Status != 422 {
						t.Errorf("the retry: %d\n%s", again.Status, again.Body)
					}
					if n := countAccounts(h); n != 1 {
						t.Errorf("%d accounts", n)
					}
					h.StartSSO("", "").Login(provider, unverified).Finish().OK()
				},
			}.Run(t)
		})
	}
}

// auditItems are the items of audit logs in counts of items.
var auditItems = regexp.MustCompile(`WS 0:\d+ ?`)

// countsWithoutAudit counts the items except those of audit logs, because accountState
// signs in, which the audit log tells.
func countsWithoutAudit(h *apitest.Service) string {
	return auditItems.ReplaceAllString(apitest.ItemCounts(h), "")
}

// accountState describes what a confirmation changes of ada's account.
func accountState(h *apitest.Service) string {
	answer := h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": ada.Email, "password": apitest.Password}})
	if answer.Status != http.StatusOK {
		return fmt.Sprint(answer.Status)
	}
	p := h.UserOf(answer)
	state := fmt.Sprint(p.Get("/api/auth/me").OK()["email_verified"], countLogins(p))
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/logout", Cookies: []*http.Cookie{p.RefreshCookie}}).OK()
	return state
}
