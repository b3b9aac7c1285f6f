package sso_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"stint/internal/apitest"
	"stint/internal/testkit/idp"
	"stint/shared/config"
)

// withLimits sets the limits of attempts.
func withLimits(perAccount, perAddress int) apitest.Option {
	return func(c *config.Config) { c.AttemptsPerAccount, c.AttemptsPerNetwork = perAccount, perAddress }
}

func withClaim(name string, value any) idp.Faults {
	return idp.Faults{Claims: func(c map[string]any) { c[name] = value }}
}

func respondWith(path string, status int, body string) idp.Faults {
	return idp.Faults{Handlers: map[string]http.HandlerFunc{path: func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}}}
}

// An invalid answer of the provider opens no session. The caller always gets the same
// problem, and the log has the reason without secrets.
func TestInvalidProviderAnswersSignNobodyIn(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(*idp.StandIn) idp.Faults{
		"another issuer":   func(*idp.StandIn) idp.Faults { return withClaim("iss", "https://evil.example") },
		"another audience": func(*idp.StandIn) idp.Faults { return withClaim("aud", "another client") },
		"another nonce":    func(*idp.StandIn) idp.Faults { return withClaim("nonce", "of another flow") },
		"expired": func(*idp.StandIn) idp.Faults {
			return withClaim("exp", apitest.StartTime.Add(-time.Second).Unix())
		},
		"unsigned": func(s *idp.StandIn) idp.Faults {
			return idp.Faults{Sign: func(c map[string]any) string {
				return s.SignAs(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, c)
			}}
		},
		"signed with the public key": func(s *idp.StandIn) idp.Faults {
			public, _ := s.PublicKey().Bytes()
			return idp.Faults{Sign: func(c map[string]any) string { return s.SignAs(jwt.SigningMethodHS256, public, c) }}
		},
		"500":        func(*idp.StandIn) idp.Faults { return respondWith(idp.TokenPath, 500, "ada@example.com") },
		"429":        func(*idp.StandIn) idp.Faults { return respondWith(idp.TokenPath, 429, "") },
		"garbage":    func(*idp.StandIn) idp.Faults { return respondWith(idp.TokenPath, 200, "\xff{ada@example.com") },
		"no keys":    func(*idp.StandIn) idp.Faults { return respondWith(idp.KeysPath, 500, "") },
		"no mail":    func(*idp.StandIn) idp.Faults { return withClaim("email", "") },
		"no address": func(*idp.StandIn) idp.Faults { return withClaim("email", "ada at example.com") },
		"a header in the address": func(*idp.StandIn) idp.Faults {
			return withClaim("email", "ada@example.com\r\nBcc: all@example.com")
		},
		"hung up": func(*idp.StandIn) idp.Faults {
			return idp.Faults{Handlers: map[string]http.HandlerFunc{
				idp.TokenPath: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }}}
		},
	} {
		api, provider := apitest.NewWithSSO(t)
		provider.SetFaults(fault(provider))
		v := api.StartSSO("", "").Login(provider, idp.User{Subject: proven.Subject, Email: proven.Email, Name: proven.Name,
			EmailVerified: true})
		if name == "no mail" {
			provider.SetFaults(idp.Faults{Claims: withClaim("email", "").Claims,
				Handlers: respondWith(idp.UserInfoPath, 200, `{"sub":"ada-1"}`).Handlers})
		}
		answer := v.Finish()
		answer.Problem(400, "external_oauth_error")
		if refreshCookie(answer) != nil || countAccounts(api) != 0 {
			t.Errorf("%s: a session was opened", name)
		}
		logs := api.Logs.String()
		if !strings.Contains(logs, "single sign-on failed") {
			t.Errorf("%s: the reason is not in the log", name)
		}
		for _, secret := range append(provider.Secrets(), proven.Email, v.State, idp.ClientSecret) {
			if secret != "" && strings.Contains(logs, secret) {
				t.Errorf("%s: in the log: %s", name, secret)
			}
		}
		v.Finish().Problem(400, "pkce_state_not_found") // the state is used
	}
}

func TestCallbackWithoutCode(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	for name, change := range map[string]func(*apitest.SSOFlow){
		"access denied": func(v *apitest.SSOFlow) {
			v.CallbackQuery.Del("code")
			v.CallbackQuery.Set("error",
				"access_denied")
		},
		"denied with a code":  func(v *apitest.SSOFlow) { v.CallbackQuery.Set("error", "access_denied") },
		"an error of no form": func(v *apitest.SSOFlow) { v.CallbackQuery.Set("error", "<script>ada@example.com") },
		"no code":             func(v *apitest.SSOFlow) { v.CallbackQuery.Del("code") },
		"10 KB":               func(v *apitest.SSOFlow) { v.CallbackQuery.Set("code", strings.Repeat("c", 10_000)) },
		"two codes":           func(v *apitest.SSOFlow) { v.CallbackQuery["code"] = []string{"", "b"} },
		"another code":        func(v *apitest.SSOFlow) { v.CallbackQuery.Set("code", "unknown") },
		"mixed up":            func(v *apitest.SSOFlow) { v.CallbackQuery.Set("iss", "https://evil.example") },
	} {
		v := api.StartSSO("", "").Login(provider, proven)
		change(v)
		calls := provider.CountCalls(idp.TokenPath)
		v.Finish().Problem(400, "external_oauth_error")
		if countAccounts(api) != 0 {
			t.Errorf("%s: a session was opened", name)
		}
		if provider.CountCalls(idp.TokenPath) != calls && name != "another code" {
			t.Errorf("%s: the provider was called", name)
		}
	}
	if strings.Contains(api.Logs.String(), "ada@example.com") || !strings.Contains(api.Logs.String(), "access_denied") {
		t.Error("the log has secrets, or no reason")
	}
}

func TestStartWithUnreachableProvider(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, apitest.WithSSO("http://127.0.0.1:1"))
	answer := api.Send(apitest.Request{Method: "GET", Path: startPath})
	answer.Problem(400, "external_oauth_error")
	if len(answer.Cookies()) != 0 {
		t.Error("a refusal sets a cookie")
	}
}

func TestAttemptsAreLimitedPerAddress(t *testing.T) {
	t.Parallel()
	api, _ := apitest.NewWithSSO(t, withLimits(0, 2))
	for _, path := range []string{startPath, callbackAPIPath + "?state=x&code=y"} {
		for range 2 {
			if api.Send(apitest.Request{Method: "GET", Path: path}).Status == 429 {
				t.Errorf("%s is refused too early", path)
			}
		}
		api.Send(apitest.Request{Method: "GET", Path: path}).Problem(429, "rate_limited")
		api.Clock.Advance(time.Minute)
	}
}
