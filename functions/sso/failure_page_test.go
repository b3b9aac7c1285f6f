package sso_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

// When a callback fails, browsers are redirected to a page that explains why, and
// programs get the problem.
func TestFailurePage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit bool
		says  string
		code  string
		end   func(t *testing.T, api *apitest.Service, provider *idp.StandIn) *apitest.Answer
	}{
		"denied": {false, "It was cancelled", "external_oauth_error",
			func(_ *testing.T, api *apitest.Service, provider *idp.StandIn) *apitest.Answer {
				v := api.StartSSO("", "").Login(provider, proven)
				v.CallbackQuery.Set("error", "access_denied")
				return v.FinishInBrowser()
			}},
		"a reload": {false, "It was finished before", "pkce_state_not_found",
			func(_ *testing.T, api *apitest.Service, provider *idp.StandIn) *apitest.Answer {
				v := api.StartSSO("", "").Login(provider, proven)
				v.Finish().OK()
				return v.FinishInBrowser()
			}},
		"another's login": {false, "belongs to another account", "conflict",
			func(_ *testing.T, api *apitest.Service, provider *idp.StandIn) *apitest.Answer {
				api.StartSSO("", "").Login(provider, proven).Finish().OK()
				return api.StartSSO(api.Register("bob").Token, "").Login(provider, proven).FinishInBrowser()
			}},
		"overloaded": {false, "Try again in a moment", "service_unavailable",
			func(_ *testing.T, api *apitest.Service, provider *idp.StandIn) *apitest.Answer {
				v := api.StartSSO("", "").Login(provider, proven)
				api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), WholeCall: true})
				return v.FinishInBrowser()
			}},
		"too often": {true, "Try again in a minute.", "rate_limited",
			func(_ *testing.T, api *apitest.Service, provider *idp.StandIn) *apitest.Answer {
				v := api.StartSSO("", "").Login(provider, proven)
				for range 2 {
					api.Send(apitest.Request{Method: "GET", Path: callbackAPIPath})
				}
				return v.FinishInBrowser()
			}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := []apitest.Option{}
			if c.limit {
				options = append(options, withLimits(0, 2))
			}
			api, provider := apitest.NewWithSSO(t, options...)
			answer := c.end(t, api, provider)
			to := answer.Header.Get("Location")
			if answer.Status != 302 || !strings.HasPrefix(to, "/p/sign-in-failed?") {
				t.Fatalf("%d to %s", answer.Status, to)
			}
			shown := api.Send(apitest.Request{Method: "GET", Path: to}).Page(200)
			for _, text := range []string{"The sign-in did not work", c.says, c.code, answer.Header.Get("X-Correlation-Id"),
				`href="` + startPath + `"`} {
				if !strings.Contains(shown, text) {
					t.Errorf("the page lacks %q:\n%s", text, shown)
				}
			}
			if refreshCookie(answer) != nil {
				t.Error("a session was opened")
			}
		})
	}
}

func TestCallbackWithoutProvider(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	answer := api.Send(apitest.Request{Method: "GET", Path: callbackAPIPath + "?code=a&state=b",
		Header: map[string]string{"Accept": "text/html"}})
	shown := api.Send(apitest.Request{Method: "GET", Path: answer.Header.Get("Location")}).Page(200)
	if !strings.Contains(shown, "This is not available on this server.") || strings.Contains(shown, startPath) {
		t.Errorf("the page says\n%s", shown)
	}
}

// The failure page shows no text from its address.
func TestFailurePageShowsNoForeignText(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, query := range []string{"", "?code=canary&id=x", "?code=internal_error&id=<b>canary</b>",
		"?code=not_found&id=canary+0900", "?code=%ff&id=%00"} {
		for _, path := range []string{"/p/sign-in-failed", "/p/connect-failed"} {
			if shown := api.Send(apitest.Request{Method: "GET", Path: path + query}).Page(200); strings.Contains(shown,
				"canary") || strings.Contains(shown, "report") {
				t.Errorf("%s says\n%s", path+query, shown)
			}
		}
	}
}
