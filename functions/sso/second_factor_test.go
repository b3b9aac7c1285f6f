package sso_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

func confirmWithCode(api *apitest.Service, token, code string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "POST", Path: verifyPath, Body: object{"token": token, "code": code}})
}

// startWithFactor is an account with a proven address and a second factor, and the token
// of a sign-in at the provider that gave its address.
func startWithFactor(t *testing.T, api *apitest.Service,
	provider *idp.StandIn) (p *apitest.User, f *apitest.SecondFactor, token string) {
	t.Helper()
	p = api.Register("ada")
	p.VerifyEmail()
	f = p.EnableSecondFactor()
	return p, f, wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, proven).Finish(), proven.Email)
}

// A mail proves who reads the mailbox, and nothing about the second factor.
func TestConfirmationNeedsTheCode(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	p, factor, token := startWithFactor(t, api, provider)
	for _, refused := range []*apitest.Answer{confirm(api, token), confirmWithCode(api, token, " ")} {
		refused.Denied("second_factor_required")
	}
	// the confirmation of the factor used the code of this step
	for _, code := range []string{factor.WrongCode(), factor.Code(0), "x"} {
		answer := confirmWithCode(api, token, code)
		answer.Problem(401, "unauthorized")
		if refreshCookie(answer) != nil {
			t.Error("a session was opened")
		}
	}
	confirmWithCode(api, "x", factor.Code(1)).Invalid("token token_invalid")
	if countLogins(p) != 0 {
		t.Fatal("the login was linked without a code")
	}
	if in := api.UserOf(confirmWithCode(api, token, factor.Code(1))); in.ID != p.ID || countLogins(p) != 1 {
		t.Error("the right code did not link the login")
	}
	login := object{"email": p.Email, "password": apitest.Password, "code": factor.Code(1)}
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", Body: login}).Problem(401, "unauthorized")
	api.UserOf(api.StartSSO("", "").Login(provider, proven).Finish()) // single sign-on itself needs no code
}

// A login that is linked by now does not make the mail a second factor.
func TestConfirmationOfALinkedLoginNeedsTheCode(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	_, factor, first := startWithFactor(t, api, provider)
	api.Clock.Advance(time.Minute)
	second := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, proven).Finish(), proven.Email)
	confirmWithCode(api, first, factor.RecoveryCodes[0]).OK()
	confirm(api, second).Denied("second_factor_required")
	confirmWithCode(api, second, factor.RecoveryCodes[0]).Problem(401, "unauthorized")
	confirmWithCode(api, second, factor.RecoveryCodes[1]).OK()
}

// The first proof of an address removes a second factor that another person may have
// switched on.
func TestFirstProofNeedsNoCode(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	p := api.Register("ada")
	p.EnableSecondFactor()
	token := wantVerificationMail(t, api, api.StartSSO("", "").Login(provider, proven).Finish(), proven.Email)
	holder := api.UserOf(confirm(api, token))
	if got := holder.Get("/api/auth/totp").OK(); holder.ID != p.ID || got["enabled"] != false {
		t.Errorf("second factor %v", got)
	}
}

func TestGuessesAtAConfirmationAreLimited(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t, withLimits(3, 0))
	_, factor, token := startWithFactor(t, api, provider) // switching it on is the first attempt
	for range 2 {
		confirmWithCode(api, token, factor.WrongCode()).Problem(401, "unauthorized")
	}
	confirmWithCode(api, token, factor.Code(1)).Problem(429, "rate_limited")
	api.Clock.Advance(time.Minute)
	confirmWithCode(api, token, factor.Code(0)).OK()
}

// One code opens one session: by a confirmation or by a login.
func TestCodeOfAConfirmationWorksOnceInARace(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	p, factor, token := startWithFactor(t, api, provider)
	code := factor.Code(1)
	var opened atomic.Int32
	testkit.Race(t, 6, func(i int) {
		var answer *apitest.Answer
		if i%2 == 0 {
			answer = confirmWithCode(api, token, code)
		} else {
			answer = api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
				Body: object{"email": p.Email, "password": apitest.Password, "code": code}})
		}
		switch answer.Status {
		case http.StatusOK:
			opened.Add(1)
		case http.StatusUnauthorized, http.StatusConflict, http.StatusUnprocessableEntity:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if opened.Load() != 1 {
		t.Errorf("one code opened %d sessions", opened.Load())
	}
}

func TestConfirmationWithACodeUnderFaults(t *testing.T) {
	provider := idp.NewStandIn(t, testkit.NewClock(apitest.StartTime).Now)
	var factor *apitest.SecondFactor
	var p *apitest.User
	apitest.FaultWalk{
		Options: []apitest.Option{apitest.WithSSO(provider.Issuer)},
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			var token string
			p, factor, token = startWithFactor(t, api, provider)
			return func() *apitest.Answer { return confirmWithCode(api, token, factor.RecoveryCodes[0]) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Invalid("token token_invalid")
			}
			if left := p.Get("/api/auth/totp").OK()["recovery_codes_left"]; left != 9.0 {
				t.Errorf("%v recovery codes left", left)
			}
		},
	}.Run(t)
}
