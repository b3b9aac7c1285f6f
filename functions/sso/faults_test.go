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
	another := idp.User{Subject: "bob-1", Email: "bob@example.com", Name: "Bob", EmailVerified: true}
	for name, prepare := range map[string]func(api *apitest.Service, provider *idp.StandIn) func() *apitest.SSOFlow{
		"a new user": func(api *apitest.Service, provider *idp.StandIn) func() *apitest.SSOFlow {
			return func() *apitest.SSOFlow { return api.StartSSO("", "").Login(provider, another) }
		},
		"a known user": func(api *apitest.Service, provider *idp.StandIn) func() *apitest.SSOFlow {
			api.StartSSO("", "").Login(provider, another).Finish().OK()
			return func() *apitest.SSOFlow { return api.StartSSO("", "").Login(provider, another) }
		},
		"a mail is needed": func(api *apitest.Service, provider *idp.StandIn) func() *apitest.SSOFlow {
			api.Register("bob")
			return func() *apitest.SSOFlow { return api.StartSSO("", "").Login(provider, another) }
		},
		"linking": func(api *apitest.Service, provider *idp.StandIn) func() *apitest.SSOFlow {
			p := api.Register("bob")
			return func() *apitest.SSOFlow { return api.StartSSO(p.Token, "").Login(provider, another) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			provider := idp.NewStandIn(t, testkit.NewClock(apitest.StartTime).Now)
			var flow func() *apitest.SSOFlow
			apitest.FaultWalk{
				Options: []apitest.Option{apitest.WithSSO(provider.Issuer),
					func(c *config.Config) { c.AttemptsPerAccount = 100 }},
				PrepareEach: true, // the provider takes each code once
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					flow = prepare(api, provider)
					return flow().Finish
				},
				CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
					if again.Status != 200 && again.Status != 400 {
						t.Errorf("the same callback again: %d\n%s", again.Status, again.Body)
					}
					flow().Finish().OK()
					if n := countAccounts(api); n != 1 {
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
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			return func() *apitest.Answer { return api.Send(apitest.Request{Method: "GET", Path: startPath}) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

func TestConfirmationUnderFaults(t *testing.T) {
	for name, prepare := range map[string]func(api *apitest.Service){
		"no account yet":    func(*apitest.Service) {},
		"an account":        func(api *apitest.Service) { api.Register("ada").VerifyEmail() },
		"a waiting account": func(api *apitest.Service) { api.Register("ada") },
	} {
		t.Run(name, func(t *testing.T) {
			provider := idp.NewStandIn(t, testkit.NewClock(apitest.StartTime).Now)
			apitest.FaultWalk{
				Options: []apitest.Option{apitest.WithSSO(provider.Issuer)},
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					prepare(api)
					token := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, unverified).Finish(), proven.Email)
					return func() *apitest.Answer { return confirm(api, token) }
				},
				State: func(api *apitest.Service) string { return fmt.Sprint(countsWithoutAudit(api), accountState(api)) },
				CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
					if again.Status != 200 && again.Status != 422 {
						t.Errorf("the retry: %d\n%s", again.Status, again.Body)
					}
					if n := countAccounts(api); n != 1 {
						t.Errorf("%d accounts", n)
					}
					api.StartSSO("", "").Login(provider, unverified).Finish().OK()
				},
			}.Run(t)
		})
	}
}

// auditItems are the items of audit logs in counts of items.
var auditItems = regexp.MustCompile(`WS 0:\d+ ?`)

// countsWithoutAudit counts the items except those of audit logs, because accountState
// signs in, which the audit log tells.
func countsWithoutAudit(api *apitest.Service) string {
	return auditItems.ReplaceAllString(apitest.ItemCounts(api), "")
}

// accountState describes what a confirmation changes of the account.
func accountState(api *apitest.Service) string {
	answer := api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": proven.Email, "password": apitest.Password}})
	if answer.Status != http.StatusOK {
		return fmt.Sprint(answer.Status)
	}
	p := api.UserOf(answer)
	state := fmt.Sprint(p.Get("/api/auth/me").OK()["email_verified"], countLogins(p))
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/logout", Cookies: []*http.Cookie{p.RefreshCookie}}).OK()
	return state
}
