package sso_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

// A sign-in that could not be signed opens no session, makes no account and uses no mailed token. The provider takes
// each of its codes once, so a callback is tried again from the start.
func TestSessionsAreSignedBeforeTheyAreWritten(t *testing.T) {
	t.Parallel()
	start := func(api *apitest.Service, provider *idp.StandIn, user idp.User) *apitest.SSOFlow {
		return api.StartSSO("", "").Login(provider, user)
	}
	for name, prepare := range map[string]func(*testing.T, *apitest.Service, *idp.StandIn) func() *apitest.Answer{
		"a new user": func(_ *testing.T, api *apitest.Service, provider *idp.StandIn) func() *apitest.Answer {
			first := start(api, provider, proven)
			return func() *apitest.Answer { return firstOf(&first, api, provider).Finish() }
		},
		"a known user": func(_ *testing.T, api *apitest.Service, provider *idp.StandIn) func() *apitest.Answer {
			start(api, provider, proven).Finish().OK()
			first := start(api, provider, proven)
			return func() *apitest.Answer { return firstOf(&first, api, provider).Finish() }
		},
		"a mailed token": func(t *testing.T, api *apitest.Service, provider *idp.StandIn) func() *apitest.Answer {
			token := wantVerificationMail(t, api, start(api, provider, unverified).Finish(), proven.Email)
			return func() *apitest.Answer { return confirm(api, token) }
		},
		"a mailed token and a code": func(t *testing.T, api *apitest.Service,
			provider *idp.StandIn) func() *apitest.Answer {
			owner := api.Register("ada")
			owner.VerifyEmail()
			code := owner.EnableSecondFactor().NextCode()
			token := wantVerificationMail(t, api, start(api, provider, unverified).Finish(), proven.Email)
			return func() *apitest.Answer {
				return api.Send(apitest.Request{Method: "POST", Path: verifyPath, Body: object{"token": token, "code": code}})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apitest.WalkKeys(t, func(t *testing.T) (*apitest.Service, func() *apitest.Answer) {
				api, provider := apitest.NewWithSSO(t)
				request := prepare(t, api, provider)
				accounts, sessions := countAccounts(api), countSessions(api)
				return api, func() *apitest.Answer {
					answer := request()
					if answer.Status == 503 && (countAccounts(api) != accounts || countSessions(api) != sessions) {
						t.Error("a sign-in that failed left something behind")
					}
					return answer
				}
			})
		})
	}
}

// firstOf takes the flow that was started before, and later a new one.
func firstOf(flow **apitest.SSOFlow, api *apitest.Service, provider *idp.StandIn) *apitest.SSOFlow {
	first := *flow
	*flow = nil
	if first == nil {
		return api.StartSSO("", "").Login(provider, proven)
	}
	return first
}

// countSessions is the number of sessions in the table.
func countSessions(api *apitest.Service) int {
	n := 0
	for _, item := range apitest.TableItems(api) {
		if strings.HasPrefix(testkit.TextOf(item["sk"]), "SESSION#") {
			n++
		}
	}
	return n
}
