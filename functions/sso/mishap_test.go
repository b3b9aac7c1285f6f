package sso_test

import (
	"strings"
	"testing"

	"stint/functions/apitest"
	"stint/shared/testkit"
	"stint/shared/testkit/idp"
)

// Whatever goes wrong on the way back, people read what it was; programs get
// the problem.
func TestPeopleAreToldWhatWentWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		says   string
		code   string
		end    func(t *testing.T, h *apitest.House, provider *idp.StandIn) *apitest.Answer
	}{
		"denied": {400, "It was cancelled", "external_oauth_error", func(_ *testing.T, h *apitest.House, provider *idp.StandIn) *apitest.Answer {
			v := h.Begin("", "").As(provider, ada)
			v.Back.Set("error", "access_denied")
			return v.EndInBrowser()
		}},
		"a reload": {400, "It was finished before", "pkce_state_not_found", func(_ *testing.T, h *apitest.House, provider *idp.StandIn) *apitest.Answer {
			v := h.Begin("", "").As(provider, ada)
			v.End().OK()
			return v.EndInBrowser()
		}},
		"another's login": {409, "belongs to another account", "conflict", func(_ *testing.T, h *apitest.House, provider *idp.StandIn) *apitest.Answer {
			h.Begin("", "").As(provider, ada).End().OK()
			return h.Begin(h.Register("bob").Token, "").As(provider, ada).EndInBrowser()
		}},
		"out of breath": {503, "Try again in a moment", "service_unavailable", func(_ *testing.T, h *apitest.House, provider *idp.StandIn) *apitest.Answer {
			v := h.Begin("", "").As(provider, ada)
			h.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), WholeCall: true})
			return v.EndInBrowser()
		}},
		"too often": {429, "Try again in 60 seconds.", "rate_limited", func(_ *testing.T, h *apitest.House, provider *idp.StandIn) *apitest.Answer {
			v := h.Begin("", "").As(provider, ada)
			for range 2 {
				h.Send(apitest.Request{Method: "GET", Path: callback})
			}
			return v.EndInBrowser()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := []apitest.Option{}
			if c.status == 429 {
				options = append(options, limited(0, 2))
			}
			h, provider := apitest.NewSSO(t, options...)
			answer := c.end(t, h, provider)
			shown := answer.Page(c.status)
			for _, text := range []string{"The sign-in did not work", c.says, c.code, answer.Header.Get("X-Correlation-Id"), `href="` + start + `"`} {
				if !strings.Contains(shown, text) {
					t.Errorf("the page lacks %q:\n%s", text, shown)
				}
			}
			if refreshCookie(answer) != nil {
				t.Error("somebody is in")
			}
		})
	}
}

func TestPeopleComeBackToAServiceWithoutAProvider(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	shown := h.Send(apitest.Request{Method: "GET", Path: callback + "?code=a&state=b", Header: map[string]string{"Accept": "text/html"}}).Page(404)
	if !strings.Contains(shown, "Single sign-on is not set up here.") || strings.Contains(shown, start) {
		t.Errorf("the page says\n%s", shown)
	}
}
