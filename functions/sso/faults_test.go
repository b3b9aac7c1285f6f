package sso_test

import (
	"fmt"
	"net/http"
	"testing"

	"stint/functions/apitest"
	"stint/shared/config"
	"stint/shared/testkit"
	"stint/shared/testkit/idp"
)

// The way in is broken at every call to the database. A single lost call is
// not noticed; else there is all or nothing, and whoever tries again, by a new
// visit where the state is used up, ends where they meant to.
func TestVisitsUnderFaults(t *testing.T) {
	bob := idp.Person{Subject: "bob-1", Email: "bob@example.com", Name: "Bob", Verified: true}
	for name, prepare := range map[string]func(h *apitest.House, provider *idp.StandIn) func() *apitest.Visit{
		"somebody new": func(h *apitest.House, provider *idp.StandIn) func() *apitest.Visit {
			return func() *apitest.Visit { return h.Begin("", "").As(provider, bob) }
		},
		"somebody known": func(h *apitest.House, provider *idp.StandIn) func() *apitest.Visit {
			h.Begin("", "").As(provider, bob).End().OK()
			return func() *apitest.Visit { return h.Begin("", "").As(provider, bob) }
		},
		"a mail is needed": func(h *apitest.House, provider *idp.StandIn) func() *apitest.Visit {
			h.Register("bob")
			return func() *apitest.Visit { return h.Begin("", "").As(provider, bob) }
		},
		"linking": func(h *apitest.House, provider *idp.StandIn) func() *apitest.Visit {
			p := h.Register("bob")
			return func() *apitest.Visit { return h.Begin(p.Token, "").As(provider, bob) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			provider := idp.NewStandIn(t, testkit.NewClock(apitest.Start).Now)
			var visit func() *apitest.Visit
			apitest.FaultWalk{
				Options: []apitest.Option{apitest.SignOn(provider.Issuer), func(c *config.Config) { c.PerAccount = 100 }},
				Prepare: func(h *apitest.House) func() *apitest.Answer {
					visit = prepare(h, provider)
					return visit().End
				},
				Again: func(h *apitest.House, again *apitest.Answer) {
					if again.Status != 200 && again.Status != 400 {
						t.Errorf("the same return again: %d\n%s", again.Status, again.Body)
					}
					visit().End().OK()
					if n := accounts(h); n != 1 {
						t.Errorf("%d accounts", n)
					}
				},
			}.Run(t)
		})
	}
}

func TestStartUnderFaults(t *testing.T) {
	provider := idp.NewStandIn(t, testkit.NewClock(apitest.Start).Now)
	apitest.FaultWalk{
		Options: []apitest.Option{apitest.SignOn(provider.Issuer)},
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			return func() *apitest.Answer { return h.Send(apitest.Request{Method: "GET", Path: start}) }
		},
		Again: func(_ *apitest.House, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

func TestConfirmationUnderFaults(t *testing.T) {
	for name, prepare := range map[string]func(h *apitest.House){
		"no account yet":    func(*apitest.House) {},
		"an account":        func(h *apitest.House) { h.Register("ada").Verify() },
		"a waiting account": func(h *apitest.House) { h.Register("ada") },
	} {
		t.Run(name, func(t *testing.T) {
			provider := idp.NewStandIn(t, testkit.NewClock(apitest.Start).Now)
			apitest.FaultWalk{
				Options: []apitest.Option{apitest.SignOn(provider.Issuer)},
				Prepare: func(h *apitest.House) func() *apitest.Answer {
					prepare(h)
					token := pending(t, h, h.Begin("", "").As(provider, unverified).End(), ada.Email)
					return func() *apitest.Answer { return confirm(h, token) }
				},
				State: func(h *apitest.House) string { return fmt.Sprint(apitest.Shape(h), proven(h)) },
				Again: func(h *apitest.House, again *apitest.Answer) {
					if again.Status != 200 && again.Status != 422 {
						t.Errorf("the retry: %d\n%s", again.Status, again.Body)
					}
					if n := accounts(h); n != 1 {
						t.Errorf("%d accounts", n)
					}
					h.Begin("", "").As(provider, unverified).End().OK()
				},
			}.Run(t)
		})
	}
}

// proven tells of ada's account what a confirmation changes.
func proven(h *apitest.House) string {
	answer := h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", Body: object{"email": ada.Email, "password": apitest.Password}})
	if answer.Status != http.StatusOK {
		return fmt.Sprint(answer.Status)
	}
	p := h.Signed(answer)
	state := fmt.Sprint(p.Get("/api/auth/me").OK()["email_verified"], logins(p))
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/logout", Cookies: []*http.Cookie{p.Cookie}}).OK()
	return state
}
