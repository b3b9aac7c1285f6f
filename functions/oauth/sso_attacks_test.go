package oauth_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit/idp"
	"stint/shared/config"
)

const failedPath = "/p/sign-in-failed"

// Login CSRF: a callback signs in to the browser that started its flow, once, within ten minutes. So no attacker's
// callback signs a victim in to the attacker's account.
func TestCallbacksOfStrangersSignNobodyIn(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	a := newAttempt("stint")
	for name, spoil := range map[string]func(victim, attacker *browser, answer url.Values) url.Values{
		"a stranger's callback, in a browser without a flow": func(victim, _ *browser, answer url.Values) url.Values {
			return answer
		},
		"a stranger's callback, beside a flow of the victim": func(victim, _ *browser, answer url.Values) url.Values {
			victim.open(a.address())
			victim.startSSO()
			return answer
		},
		"an attacker's code with the victim's state": func(victim, _ *browser, answer url.Values) url.Values {
			victim.open(a.address())
			started, _ := url.Parse(victim.startSSO())
			answer.Set("state", started.Query().Get("state"))
			return answer
		},
		"no state": func(_, _ *browser, answer url.Values) url.Values {
			answer.Del("state")
			return answer
		},
		"a used state": func(victim, attacker *browser, answer url.Values) url.Values {
			attacker.comeBack(answer)
			victim.cookies["stint_oauth"] = attacker.cookies["stint_oauth"]
			return answer
		},
	} {
		victim, attacker := newBrowser(t, api), newBrowser(t, api)
		attacker.open(a.address())
		answer := provider.Login(attacker.startSSO(), idp.User{Subject: "eve", Email: "eve@example.com",
			EmailVerified: true})
		to := victim.comeBack(spoil(victim, attacker, answer))
		if victim.cookies["stint_browser"] != nil || !strings.HasPrefix(to, failedPath) &&
			!strings.Contains(to, "sign_in_error=external_oauth_error") {
			t.Errorf("%s: to %s with %v", name, to, victim.cookies)
		}
	}
}

// Ten minutes later, the state is gone, and with it the request.
func TestFlowsToThePagesExpire(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	b := newBrowser(t, api)
	b.open(newAttempt("stint").address())
	answer := provider.Login(b.startSSO(), employee)
	api.Clock.Advance(10 * time.Minute)
	if to := b.comeBack(answer); !strings.HasPrefix(to, failedPath) || b.cookies["stint_browser"] != nil {
		t.Errorf("to %s with %v", to, b.cookies)
	}
}

// Two requests of one browser are kept apart, and nothing that comes back changes one.
func TestTheRequestCannotBeSwapped(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	m, b := newMaker(t), newBrowser(t, api)
	first, second := newAttempt("stint"), newAttempt(m.id)
	second.state = "of the second"
	b.open(first.address())
	answer := provider.Login(b.startSSO(), employee)
	b.open(second.address())
	swapped := provider.Login(b.startSSO(), employee)
	for name, value := range map[string]string{"return_to": second.address(), "redirect_uri": m.URL + "/callback",
		"client_id": m.id, "scope": "full"} {
		answer.Set(name, value)
	}
	sameRequest(t, b.comeBack(answer), first)
	sameRequest(t, b.comeBack(swapped), second)
	b.open(first.address()).Page(200)
	page := *b.last
	b.open(second.address()).Page(200)
	key := hiddenPattern.FindStringSubmatch(string(b.last.Body))[2]
	b.last = &page
	if got := b.submit("allow", "key", key); got.Status != http.StatusForbidden || grants(t, api) != 0 {
		t.Errorf("the key of the other request: %d", got.Status)
	}
}

// A sign-in that was cancelled, or refused by the service, returns to the page, which says so and can be used.
func TestASignInThatFailsReturnsToThePage(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	u, b, a := api.Register("ada"), newBrowser(t, api), newAttempt("stint")
	for _, path := range []string{a.address(), devicePath, devicePath + "?user_code=BCDF-GHJK"} {
		delete(b.cookies, "stint_browser")
		b.open(path)
		started, _ := url.Parse(b.startSSO())
		page := b.open(b.comeBack(url.Values{"error": {"access_denied"}, "state": {started.Query().Get("state")}})).Page(200)
		if !strings.Contains(page, "was cancelled") || b.cookies["stint_browser"] != nil {
			t.Errorf("%s: the page says\n%s", path, page)
		}
		if page := b.signIn(u).Page(200); strings.Contains(page, "was cancelled") {
			t.Errorf("%s: the failure stays", path)
		}
	}
	delete(b.cookies, "stint_browser")
	provider.SetFaults(idp.Faults{Handlers: map[string]http.HandlerFunc{idp.TokenPath: http.NotFound}})
	b.open(a.address())
	to := b.comeBack(provider.Login(b.startSSO(), employee))
	if page := b.open(to).Page(200); !strings.Contains(page, "its answer was not valid") {
		t.Errorf("the page says\n%s", page)
	}
	if got := answered(t, b.submit("refuse")); got.Get("error") != "access_denied" || got.Has("sign_in_error") {
		t.Errorf("the app is told %v", got)
	}
	closed := api.NewInstance(apitest.WithSSO(provider.Issuer), func(c *config.Config) { c.InvitedOnly = true })
	provider.SetFaults(idp.Faults{})
	api.Handler = closed
	b.open(a.address())
	if page := b.signInBySSO(provider, idp.User{Subject: "new", Email: "new@example.com",
		EmailVerified: true}).Page(200); !strings.Contains(page, "did not let you in") {
		t.Errorf("the page says\n%s", page)
	}
}

// The identity decides about the account and nothing else: an account of another workspace cannot allow a client that
// serves the members of one, and a login that belongs to nobody takes no account over.
func TestIdentitiesOfOthers(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	owner := api.Register("olga")
	registered := owner.Post("/api/workspaces/"+owner.WorkspaceID+"/oauth-clients", object{"name": "Chart Maker",
		"redirectUris": []string{callback}, "isConfidential": false}).OK()
	b := newBrowser(t, api)
	a := newAttempt(registered["client_id"].(string))
	b.open(a.address())
	if page := b.signInBySSO(provider, employee).Page(200); strings.Contains(page, `value="allow"`) {
		t.Errorf("an account of another workspace may allow the client:\n%s", page)
	}
	if got := b.submit("allow", "workspace", owner.WorkspaceID, "access", "read"); got.Status != http.StatusBadRequest {
		t.Errorf("the form answers %d", got.Status)
	}
	b.submit("sign_out")
	b.open(a.address())
	to := b.comeBack(provider.Login(b.startSSO(), idp.User{Subject: "x", Email: owner.Email, EmailVerified: true}))
	if to != "/p/check-mail" || b.cookies["stint_browser"] != nil || grants(t, api) != 0 {
		t.Errorf("the address of another account leads to %s with %v", to, b.cookies)
	}
}

// Only a path of a page of the service gets a session of the pages, and it is no session of the API.
func TestOnlyThePagesGetTheirSession(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	for to, pages := range map[string]bool{
		"/oauth/authorize?x=y": true, "/oauth/device": true, "/oauth/token": false, "/oauth/authorize/x": false,
		"/oauth/../oauth/device": false, "/p/signed-in?/oauth/device": false, apitest.BaseURL + "/oauth/device": false,
	} {
		for _, accept := range []string{"text/html", "application/json"} {
			flow := api.StartSSO("", "?return_to="+url.QueryEscape(to)).Login(provider, employee)
			answer := api.Send(apitest.Request{Method: "GET", Path: apitest.SSOPath + "/callback?" +
				flow.CallbackQuery.Encode(),
				Cookies: flow.Cookies, Header: map[string]string{"Accept": accept}})
			set := map[string]bool{}
			for _, c := range answer.Cookies() {
				set[c.Name] = true
			}
			if set["stint_browser"] != pages || set["stint_refresh"] == pages || pages && answer.Status != http.StatusFound {
				t.Errorf("%s as %s: %d with %v", to, accept, answer.Status, set)
			}
		}
	}
}

// A provider that does not answer sends the browser back to the page, too.
func TestAProviderThatIsDownReturnsToThePage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, apitest.WithSSO("http://127.0.0.1:1"))
	b := newBrowser(t, api)
	for path, want := range map[string]int{devicePath: 302, "/api/auth/me": 400} {
		answer := b.open(apitest.SSOPath + "/start?return_to=" + url.QueryEscape(path))
		to := answer.Header.Get("Location")
		if answer.Status != want || (want == 302) != strings.HasPrefix(to, devicePath+"?sign_in_error=external_oauth_error") {
			t.Errorf("%s: %d to %q", path, answer.Status, to)
		}
	}
}
