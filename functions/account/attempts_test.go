package account_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
	"stint/shared/config"
)

// loginFrom signs ada in from an address.
func loginFrom(h *apitest.Service, address, email, password string) *apitest.Answer {
	return h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", ClientIP: address,
		Body: object{"email": email, "password": password}})
}

func withFailures(perDay int) apitest.Option {
	return func(c *config.Config) { c.AttemptsPerAccount, c.Limits.FailuresPerDay = 5, perDay }
}

func TestStrangersLockNobodyOut(t *testing.T) {
	h := apitest.New(t, withFailures(100))
	h.Register("ada")
	for range 5 {
		loginFrom(h, "198.51.100.1", "ada@example.com", "wrong password").Problem(401, "unauthorized")
	}
	loginFrom(h, "198.51.100.1", "ada@example.com", apitest.Password).Problem(429, "rate_limited")
	loginFrom(h, "198.51.100.2", "ada@example.com", apitest.Password).OK()
	login(h, "ada@example.com", apitest.Password).OK()
}

// Networks that an account never signed in from share a number of failures a day. An
// address without an account is counted alike.
func TestFailuresFromUnknownNetworksAreLimited(t *testing.T) {
	h := apitest.New(t, withFailures(10))
	h.Register("ada")
	for _, email := range []string{"ada@example.com", "nobody@example.com"} {
		for i := range 10 {
			loginFrom(h, fmt.Sprintf("198.51.100.%d", i), email, "wrong password").Problem(401, "unauthorized")
		}
		refused := loginFrom(h, "203.0.113.1", email, apitest.Password)
		refused.Problem(429, "rate_limited")
		if got := refused.Header.Get("Retry-After"); got != "43200" {
			t.Errorf("Retry-After %q, want the rest of the day", got)
		}
	}
	login(h, "ada@example.com", apitest.Password).OK() // from the network of the registration
	h.Clock.Advance(12 * time.Hour)
	loginFrom(h, "203.0.113.1", "ada@example.com", apitest.Password).OK()
}

// A right password is no failure, and makes the network known.
func TestASignInMakesItsNetworkKnown(t *testing.T) {
	h := apitest.New(t, withFailures(2))
	h.Register("ada")
	for i := range 4 {
		loginFrom(h, fmt.Sprintf("198.51.100.%d", i), "ada@example.com", apitest.Password).OK()
	}
	for i := range 2 {
		loginFrom(h, fmt.Sprintf("203.0.113.%d", i), "ada@example.com", "wrong password").Problem(401, "unauthorized")
	}
	loginFrom(h, "203.0.113.9", "ada@example.com", apitest.Password).Problem(429, "rate_limited")
	loginFrom(h, "198.51.100.3", "ada@example.com", apitest.Password).OK()
}

// A reset by mail lets its owner in from where they are.
func TestAResetMakesItsNetworkKnown(t *testing.T) {
	h := apitest.New(t, withFailures(1))
	ada := h.Register("ada")
	loginFrom(h, "203.0.113.1", ada.Email, "wrong password").Problem(401, "unauthorized")
	requestReset(h, ada.Email).OK()
	token := ada.MailedToken(ada.Email, "password-reset")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", ClientIP: "203.0.113.7",
		Body: object{"token": token, "newPassword": "another fine password"}}).OK()
	loginFrom(h, "203.0.113.7", ada.Email, "another fine password").OK()
}

// The first proof of an address forgets the networks of whoever registered it.
func TestFirstProofForgetsNetworks(t *testing.T) {
	const squatter, owner = "203.0.113.66", "203.0.113.7"
	for name, prove := range map[string]func(h *apitest.Service, provider *idp.StandIn, p *apitest.User) *apitest.Answer{
		"reset": func(h *apitest.Service, _ *idp.StandIn, p *apitest.User) *apitest.Answer {
			requestReset(h, p.Email).OK()
			body := object{"token": p.MailedToken(p.Email, "password-reset"), "newPassword": newPassword}
			return h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", ClientIP: owner, Body: body})
		},
		"single sign-on": func(h *apitest.Service, provider *idp.StandIn, p *apitest.User) *apitest.Answer {
			h.StartSSO("", "").Login(provider, idp.User{Subject: "ada-1", Email: p.Email, EmailVerified: true}).Finish().OK()
			body := object{"token": p.MailedToken(p.Email, "sso-verify")}
			return h.Send(apitest.Request{Method: "POST", Path: apitest.SSOPath + "/verify-email", ClientIP: owner, Body: body})
		},
	} {
		h, provider := apitest.NewWithSSO(t, withFailures(2))
		ada := h.UserOf(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", ClientIP: squatter,
			Body: object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"}}))
		prove(h, provider, ada).OK()
		for range 2 {
			loginFrom(h, squatter, ada.Email, "wrong password").Problem(401, "unauthorized")
		}
		if got := loginFrom(h, squatter, ada.Email, "wrong password").Status; got != 429 {
			t.Errorf("%s: %d, want 429: the squatter's network is still known", name, got)
		}
		if got := loginFrom(h, owner, ada.Email, "wrong password").Status; got != 401 {
			t.Errorf("%s: %d, want 401: the prover's network is not known", name, got)
		}
	}
}

// A proof with the account's own password, and a later reset, forget no network.
func TestOwnNetworksStayKnown(t *testing.T) {
	const home, train = "203.0.113.1", "203.0.113.7"
	h := apitest.New(t, withFailures(1))
	ada := h.UserOf(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", ClientIP: home,
		Body: object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"}}))
	ada.VerifyEmail()
	requestReset(h, ada.Email).OK()
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", ClientIP: train,
		Body: object{"token": ada.MailedToken(ada.Email, "password-reset"), "newPassword": newPassword}}).OK()
	loginFrom(h, "198.51.100.1", ada.Email, "wrong password").Problem(401, "unauthorized")
	loginFrom(h, "198.51.100.1", ada.Email, newPassword).Problem(429, "rate_limited")
	loginFrom(h, home, ada.Email, newPassword).OK()
	loginFrom(h, train, ada.Email, newPassword).OK()
}

// Parallel guesses from many networks do not exceed the number of failures a day.
func TestParallelGuessesAreLimited(t *testing.T) {
	h := apitest.NewLagging(t, withFailures(7))
	h.Register("ada")
	var statuses [30]int
	testkit.Race(t, len(statuses), func(i int) {
		statuses[i] = loginFrom(h, fmt.Sprintf("198.51.100.%d", i), "ada@example.com", "wrong password").Status
	})
	wrong := 0
	for _, s := range statuses {
		if s == 401 {
			wrong++
		}
	}
	if wrong != 7 {
		t.Errorf("%d guesses were checked, want 7", wrong)
	}
}

func TestOldestSessionsEnd(t *testing.T) {
	h := apitest.NewLagging(t, func(c *config.Config) { c.Limits.Sessions = 5 })
	first := h.Register("ada")
	h.Clock.Advance(time.Second)
	second := h.UserOf(login(h, first.Email, apitest.Password))
	for range 4 {
		h.Clock.Advance(time.Second)
		second.Get("/api/auth/me").OK()
		login(h, first.Email, apitest.Password).OK()
	}
	first.Get("/api/auth/me").Problem(401, "unauthorized")
	if got := len(second.Get("/api/auth/sessions").Items()); got != 5 {
		t.Errorf("%d sessions, want 5", got)
	}
	testkit.Race(t, 10, func(int) { login(h, first.Email, apitest.Password).OK() })
	last := h.UserOf(login(h, first.Email, apitest.Password))
	if got := len(last.Get("/api/auth/sessions").Items()); got != 5 {
		t.Errorf("%d sessions after sign-ins at the same time, want 5", got)
	}
	second.Get("/api/auth/me").Problem(401, "unauthorized")
}

// A refresh counts as ten requests of its user.
func TestRefreshIsLimited(t *testing.T) {
	h := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = 100 })
	ada := h.Register("ada")
	cookie := ada.RefreshCookie
	for range 10 {
		answer := refreshSession(h, cookie, nil)
		answer.OK()
		cookie = refreshCookieOf(answer)
	}
	refused := refreshSession(h, cookie, nil)
	refused.Problem(429, "rate_limited")
	if refused.Header.Get("Retry-After") != "60" || refused.Header.Get("RateLimit") != `"caller";r=0;t=60` {
		t.Errorf("Retry-After %q, RateLimit %q", refused.Header.Get("Retry-After"), refused.Header.Get("RateLimit"))
	}
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Bearer: ada.Token}).Problem(429, "rate_limited")
	h.Clock.Advance(time.Minute)
	refreshSession(h, cookie, nil).OK()
}

// A reset of an account with a second factor makes no network known, because its mail
// alone proves nothing about the factor. Otherwise each reset would open a network for
// guesses at codes.
func TestAResetWithoutTheSecondFactorMakesNoNetworkKnown(t *testing.T) {
	const thief = "203.0.113.7"
	h := apitest.New(t, withFailures(3))
	ada := h.Register("ada")
	ada.VerifyEmail()
	factor := ada.EnableSecondFactor()
	requestReset(h, ada.Email).OK()
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", ClientIP: thief,
		Body: object{"token": ada.MailedToken(ada.Email, "password-reset"), "newPassword": newPassword}}).OK()
	sign := func(code string) *apitest.Answer {
		return h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", ClientIP: thief,
			Body: object{"email": ada.Email, "password": newPassword, "code": code}})
	}
	for range 3 {
		sign(factor.WrongCode()).Problem(401, "unauthorized")
	}
	sign(factor.NextCode()).Problem(429, "rate_limited")
	// from her own network
	post(h, "/api/auth/login", object{"email": ada.Email, "password": newPassword, "code": factor.NextCode()}).OK()
}
