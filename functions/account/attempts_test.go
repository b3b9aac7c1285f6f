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
func loginFrom(api *apitest.Service, address, email, password string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", ClientIP: address,
		Body: object{"email": email, "password": password}})
}

func withFailures(perDay int) apitest.Option {
	return func(c *config.Config) { c.AttemptsPerAccount, c.Limits.FailuresPerDay = 5, perDay }
}

func TestStrangersLockNobodyOut(t *testing.T) {
	api := apitest.New(t, withFailures(100))
	api.Register("ada")
	for range 5 {
		loginFrom(api, "198.51.100.1", "ada@example.com", "wrong password").Problem(401, "unauthorized")
	}
	loginFrom(api, "198.51.100.1", "ada@example.com", apitest.Password).Problem(429, "rate_limited")
	loginFrom(api, "198.51.100.2", "ada@example.com", apitest.Password).OK()
	login(api, "ada@example.com", apitest.Password).OK()
}

// Networks that an account never signed in from share a number of failures a day. An
// address without an account is counted alike.
func TestFailuresFromUnknownNetworksAreLimited(t *testing.T) {
	api := apitest.New(t, withFailures(10))
	api.Register("ada")
	for _, email := range []string{"ada@example.com", "nobody@example.com"} {
		for i := range 10 {
			loginFrom(api, fmt.Sprintf("198.51.100.%d", i), email, "wrong password").Problem(401, "unauthorized")
		}
		refused := loginFrom(api, "203.0.113.1", email, apitest.Password)
		refused.Problem(429, "rate_limited")
		if got := refused.Header.Get("Retry-After"); got != "43200" {
			t.Errorf("Retry-After %q, want the rest of the day", got)
		}
	}
	login(api, "ada@example.com", apitest.Password).OK() // from the network of the registration
	api.Clock.Advance(12 * time.Hour)
	loginFrom(api, "203.0.113.1", "ada@example.com", apitest.Password).OK()
}

// A right code is no failure either.
func TestRightCodesAreNoFailures(t *testing.T) {
	api := apitest.New(t, withFailures(2))
	owner := api.Register("ada")
	factor := owner.EnableSecondFactor()
	for i := range 4 {
		api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", ClientIP: fmt.Sprintf("198.51.100.%d", i),
			Body: object{"email": owner.Email, "password": apitest.Password, "code": factor.NextCode()}}).OK()
	}
}

// A right password is no failure, and makes the network known.
func TestASignInMakesItsNetworkKnown(t *testing.T) {
	api := apitest.New(t, withFailures(2))
	api.Register("ada")
	for i := range 4 {
		loginFrom(api, fmt.Sprintf("198.51.100.%d", i), "ada@example.com", apitest.Password).OK()
	}
	for i := range 2 {
		loginFrom(api, fmt.Sprintf("203.0.113.%d", i), "ada@example.com", "wrong password").Problem(401, "unauthorized")
	}
	loginFrom(api, "203.0.113.9", "ada@example.com", apitest.Password).Problem(429, "rate_limited")
	loginFrom(api, "198.51.100.3", "ada@example.com", apitest.Password).OK()
}

// A reset by mail lets its owner in from where they are.
func TestAResetMakesItsNetworkKnown(t *testing.T) {
	api := apitest.New(t, withFailures(1))
	owner := api.Register("ada")
	loginFrom(api, "203.0.113.1", owner.Email, "wrong password").Problem(401, "unauthorized")
	requestReset(api, owner.Email).OK()
	token := owner.MailedToken(owner.Email, "password-reset")
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", ClientIP: "203.0.113.7",
		Body: object{"token": token, "newPassword": "another fine password"}}).OK()
	loginFrom(api, "203.0.113.7", owner.Email, "another fine password").OK()
}

// The first proof of an address forgets the networks of whoever registered it.
func TestFirstProofForgetsNetworks(t *testing.T) {
	const squatter, owner = "203.0.113.66", "203.0.113.7"
	for name, prove := range map[string]func(api *apitest.Service, provider *idp.StandIn, p *apitest.User) *apitest.Answer{
		"reset": func(api *apitest.Service, _ *idp.StandIn, p *apitest.User) *apitest.Answer {
			requestReset(api, p.Email).OK()
			body := object{"token": p.MailedToken(p.Email, "password-reset"), "newPassword": newPassword}
			return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", ClientIP: owner,
				Body: body})
		},
		"single sign-on": func(api *apitest.Service, provider *idp.StandIn, p *apitest.User) *apitest.Answer {
			api.StartSSO("", "").Login(provider, idp.User{Subject: "ada-1", Email: p.Email, EmailVerified: true}).Finish().OK()
			body := object{"token": p.MailedToken(p.Email, "sso-verify")}
			return api.Send(apitest.Request{Method: "POST", Path: apitest.SSOPath + "/verify-email", ClientIP: owner,
				Body: body})
		},
	} {
		api, provider := apitest.NewWithSSO(t, withFailures(2))
		firstOwner := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", ClientIP: squatter,
			Body: object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"}}))
		prove(api, provider, firstOwner).OK()
		for range 2 {
			loginFrom(api, squatter, firstOwner.Email, "wrong password").Problem(401, "unauthorized")
		}
		if got := loginFrom(api, squatter, firstOwner.Email, "wrong password").Status; got != 429 {
			t.Errorf("%s: %d, want 429: the squatter's network is still known", name, got)
		}
		if got := loginFrom(api, owner, firstOwner.Email, "wrong password").Status; got != 401 {
			t.Errorf("%s: %d, want 401: the prover's network is not known", name, got)
		}
	}
}

// A proof with the account's own password, and a later reset, forget no network.
func TestOwnNetworksStayKnown(t *testing.T) {
	const home, train = "203.0.113.1", "203.0.113.7"
	api := apitest.New(t, withFailures(1))
	owner := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", ClientIP: home,
		Body: object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"}}))
	owner.VerifyEmail()
	requestReset(api, owner.Email).OK()
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", ClientIP: train,
		Body: object{"token": owner.MailedToken(owner.Email, "password-reset"), "newPassword": newPassword}}).OK()
	loginFrom(api, "198.51.100.1", owner.Email, "wrong password").Problem(401, "unauthorized")
	loginFrom(api, "198.51.100.1", owner.Email, newPassword).Problem(429, "rate_limited")
	loginFrom(api, home, owner.Email, newPassword).OK()
	loginFrom(api, train, owner.Email, newPassword).OK()
}

// Parallel guesses from many networks do not exceed the number of failures a day.
func TestParallelGuessesAreLimited(t *testing.T) {
	api := apitest.NewLagging(t, withFailures(7))
	api.Register("ada")
	var statuses [30]int
	testkit.Race(t, len(statuses), func(i int) {
		statuses[i] = loginFrom(api, fmt.Sprintf("198.51.100.%d", i), "ada@example.com", "wrong password").Status
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
	api := apitest.NewLagging(t, func(c *config.Config) { c.Limits.Sessions = 5 })
	first := api.Register("ada")
	api.Clock.Advance(time.Second)
	second := first.SignInAgain()
	for range 4 {
		api.Clock.Advance(time.Second)
		second.Get("/api/auth/me").OK()
		login(api, first.Email, apitest.Password).OK()
	}
	first.Get("/api/auth/me").Problem(401, "unauthorized")
	if got := len(second.Get("/api/auth/sessions").Items()); got != 5 {
		t.Errorf("%d sessions, want 5", got)
	}
	testkit.Race(t, 10, func(int) { login(api, first.Email, apitest.Password).OK() })
	last := first.SignInAgain()
	if got := len(last.Get("/api/auth/sessions").Items()); got != 5 {
		t.Errorf("%d sessions after sign-ins at the same time, want 5", got)
	}
	second.Get("/api/auth/me").Problem(401, "unauthorized")
}

// A refresh counts as ten requests of its user.
func TestRefreshIsLimited(t *testing.T) {
	api := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = 100 })
	owner := api.Register("ada")
	cookie := owner.RefreshCookie
	for range 10 {
		answer := refreshSession(api, cookie, nil)
		answer.OK()
		cookie = refreshCookieOf(answer)
	}
	refused := refreshSession(api, cookie, nil)
	refused.Problem(429, "rate_limited")
	if refused.Header.Get("Retry-After") != "60" || refused.Header.Get("RateLimit") != `"caller";r=0;t=60` {
		t.Errorf("Retry-After %q, RateLimit %q", refused.Header.Get("Retry-After"), refused.Header.Get("RateLimit"))
	}
	owner.Post("/api/auth/refresh", nil).Problem(429, "rate_limited")
	api.Clock.Advance(time.Minute)
	refreshSession(api, cookie, nil).OK()
}

// A reset of an account with a second factor makes no network known, because its mail
// alone proves nothing about the factor. Otherwise each reset would open a network for
// guesses at codes.
func TestAResetWithoutTheSecondFactorMakesNoNetworkKnown(t *testing.T) {
	const thief = "203.0.113.7"
	api := apitest.New(t, withFailures(3))
	owner := api.Register("ada")
	owner.VerifyEmail()
	factor := owner.EnableSecondFactor()
	requestReset(api, owner.Email).OK()
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", ClientIP: thief,
		Body: object{"token": owner.MailedToken(owner.Email, "password-reset"), "newPassword": newPassword}}).OK()
	sign := func(code string) *apitest.Answer {
		return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", ClientIP: thief,
			Body: object{"email": owner.Email, "password": newPassword, "code": code}})
	}
	for range 3 {
		sign(factor.WrongCode()).Problem(401, "unauthorized")
	}
	sign(factor.NextCode()).Problem(429, "rate_limited")
	// from her own network
	post(api, "/api/auth/login", object{"email": owner.Email, "password": newPassword, "code": factor.NextCode()}).OK()
}
