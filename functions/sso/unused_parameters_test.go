package sso_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit/idp"
)

// What providers add to the callback is no unknown name, whatever its value.
func TestCallbackKnowsWhatProvidersSend(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	for _, prefer := range []string{"", "handling=strict"} {
		flow := api.StartSSO("", "").Login(provider, idp.User{Subject: "ada", Email: "ada@example.com", EmailVerified: true})
		for _, name := range []string{"scope", "authuser", "prompt", "session_state", "hd", "error_description",
			"error_uri"} {
			flow.CallbackQuery.Set(name, "\xff openid")
		}
		answer := api.Send(apitest.Request{
			Method: "GET", Path: apitest.SSOPath + "/callback?" + flow.CallbackQuery.Encode(), Cookies: flow.Cookies,
			Header: map[string]string{"Prefer": prefer},
		})
		if answer.Status != 200 || answer.Header.Get("Stint-Ignored") != "" {
			t.Errorf("Prefer: %s: %d, headers %v\n%s", prefer, answer.Status, answer.Header, answer.Body)
		}
	}
}
