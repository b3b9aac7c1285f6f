package oauth_test

import (
	"testing"

	"stint/internal/apitest"
)

// An app whose tokens could not be signed asks again, and gets them for what it sent.
func TestTokensAreSignedBeforeWhatTheyAreFor(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*testing.T, *apitest.Service) func() *apitest.Answer{
		"a code": func(t *testing.T, api *apitest.Service) func() *apitest.Answer {
			a := newAttempt("stint")
			code := newBrowser(t, api).allow(api.Register("ada"), a)
			return func() *apitest.Answer { return a.redeem(api, code) }
		},
		"a refresh token": func(t *testing.T, api *apitest.Service) func() *apitest.Answer {
			a := newAttempt("stint")
			token := a.redeem(api, newBrowser(t, api).allow(api.Register("ada"), a)).OK()["refresh_token"].(string)
			return func() *apitest.Answer {
				return exchange(api, "grant_type", "refresh_token", "client_id", "stint", "refresh_token", token)
			}
		},
		"a device": func(t *testing.T, api *apitest.Service) func() *apitest.Answer {
			device := allowedDevice(t, api, api.Register("ada"))
			return func() *apitest.Answer { return poll(api, device) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apitest.WalkKeys(t, func(t *testing.T) (*apitest.Service, func() *apitest.Answer) {
				api := apitest.New(t)
				return api, prepare(t, api)
			})
		})
	}
}

// What was used before is refused, and costs no signature.
func TestRefusedExchangesAreNotSigned(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, a := api.Register("ada"), newAttempt("stint")
	code := newBrowser(t, api).allow(u, a)
	first := a.redeem(api, code).OK()["refresh_token"].(string)
	refresh := func(token string) *apitest.Answer {
		return exchange(api, "grant_type", "refresh_token", "client_id", "stint", "refresh_token", token)
	}
	refresh(refresh(first).OK()["refresh_token"].(string)).OK()
	device := allowedDevice(t, api, u)
	poll(api, device).OK()
	for name, c := range map[string]struct {
		again func() *apitest.Answer
		uses  int // of keys: one that checks the token
	}{
		"a stolen refresh token": {func() *apitest.Answer { return refresh(first) }, 1},
		"a used code":            {func() *apitest.Answer { return a.redeem(api, code) }, 0},
		"a device with tokens":   {func() *apitest.Answer { return poll(api, device) }, 0},
	} {
		before := api.KeyUses()
		wantFailure(t, c.again(), 400, "invalid_grant")
		if uses := api.KeyUses() - before; uses != c.uses {
			t.Errorf("%s: %d keys were used, want %d", name, uses, c.uses)
		}
	}
}

// allowedDevice is a device that a user has allowed.
func allowedDevice(t *testing.T, api *apitest.Service, u *apitest.User) object {
	t.Helper()
	b, device := newBrowser(t, api), beginDevice(api, "stint")
	b.open(devicePath)
	b.signIn(u)
	b.submit("find", "user_code", device["user_code"].(string))
	b.submit("allow").Page(200)
	return device
}
