package oauth_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

// redirected gives the answer of a form that leads elsewhere the status of an operation.
func redirected(a *apitest.Answer) *apitest.Answer {
	if a.Status == 303 {
		a.Status = 200
	}
	return a
}

// grantsAndCodes is what a consent must write completely or not at all.
func grantsAndCodes(t *testing.T) func(*apitest.Service) string {
	return func(api *apitest.Service) string {
		return fmt.Sprint(grants(t, api), len(itemsIn(t, api, "OAUTH#", "CODE")))
	}
}

// A consent makes a grant with its code, or neither. A repeated one makes another.
func TestConsentUnderFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		State: grantsAndCodes(t),
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			u, b := api.Register("ada"), newBrowser(t, api)
			b.open(newAttempt("stint").address())
			b.signIn(u)
			page := *b.last
			return func() *apitest.Answer {
				b.last = &page
				return redirected(b.submit("allow"))
			}
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if made := grants(t, api); again.Status != 200 || made == 0 || made != len(itemsIn(t, api, "OAUTH#", "CODE")) {
				t.Errorf("%d with %d grants", again.Status, made)
			}
		},
	}.Run(t)
}

func TestSignInToPagesUnderFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		State: func(api *apitest.Service) string { return fmt.Sprint(len(itemsIn(t, api, "USER#", "SESSION#"))) },
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			u, b := api.Register("ada"), newBrowser(t, api)
			page := *b.open(newAttempt("stint").address())
			return func() *apitest.Answer {
				b.last = &page
				return redirected(b.submit("sign_in", "email", u.Email, "password", apitest.Password))
			}
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				t.Errorf("%d", again.Status)
			}
		},
	}.Run(t)
}

// An app that lost the answer of its exchange sends the code again. That ends the grant, as a stolen code would.
func TestExchangeUnderFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		State: func(api *apitest.Service) string {
			return fmt.Sprint(len(usedIn(itemsIn(t, api, "OAUTH#", "CODE"))))
		},
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			a := newAttempt("stint")
			code := newBrowser(t, api).allow(api.Register("ada"), a)
			return func() *apitest.Answer { return a.redeem(api, code) }
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if made := grants(t, api); again.Status == 200 && made != 1 || again.Status == 400 && made != 0 {
				t.Errorf("%d with %d grants", again.Status, made)
			}
		},
	}.Run(t)
}

func TestRevocationUnderFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			a := newAttempt("stint")
			token := a.redeem(api, newBrowser(t, api).allow(api.Register("ada"), a)).OK()["refresh_token"].(string)
			return func() *apitest.Answer {
				return api.Send(apitest.Form("/oauth/revoke", "client_id", "stint", "token", token))
			}
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

// A device gets its whole request or none, and a decision makes a grant or nothing.
func TestDevicesUnderFaults(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		State: func(api *apitest.Service) string {
			return fmt.Sprint(len(itemsIn(t, api, "OAUTH#", "DEVICE")) > 0, len(itemsIn(t, api, "OAUTH#", "USERCODE")) > 0)
		},
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			return func() *apitest.Answer {
				return api.Send(apitest.Form("/oauth/device_authorization", "client_id", "stint"))
			}
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
	apitest.FaultWalk{
		State: func(api *apitest.Service) string { return fmt.Sprint(grants(t, api)) },
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			u, b := api.Register("ada"), newBrowser(t, api)
			device := beginDevice(api, "stint")
			b.open(devicePath)
			b.signIn(u)
			page := *b.submit("find", "user_code", device["user_code"].(string))
			return func() *apitest.Answer {
				b.last = &page
				return b.submit("allow")
			}
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) { // 422 where the first try decided
			if made := grants(t, api); made != 1 || again.Status != 200 && again.Status != 422 {
				t.Errorf("%d with %d grants", again.Status, made)
			}
		},
	}.Run(t)
}
