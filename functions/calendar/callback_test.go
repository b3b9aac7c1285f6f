package calendar_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/gcalendar"
	"stint/internal/testkit/idp"
	"stint/shared/domain/people"
)

// wantNoConnections checks that none of the users has a connection.
func wantNoConnections(t *testing.T, users ...*apitest.User) {
	t.Helper()
	for _, p := range users {
		if n := len(p.Get(apitest.ConnectionsPath).Items()); n != 0 {
			t.Errorf("%s has %d connections", p.Email, n)
		}
	}
}

func TestStart(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithCalendar(t)
	answer := api.Register("ada").Get(apitest.ConnectionsPath + "/external/start")
	got := answer.OK()
	if len(got) != 3 || got["expires_in"] != 600.0 ||
		!strings.HasPrefix(got["authorization_url"].(string), provider.URL+"/authorize?") {
		t.Errorf("%v", got)
	}
	u, err := url.Parse(got["authorization_url"].(string))
	if err != nil || u.Query().Get("state") != got["state"] ||
		u.Query().Get("redirect_uri") != apitest.BaseURL+apitest.ConnectionsPath+"/external/callback" {
		t.Errorf("%v, %v", u, err)
	}
	cookies := answer.Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode ||
		cookies[0].Path != apitest.ConnectionsPath {
		t.Errorf("cookies %v", cookies)
	}
}

// Only the user who started a flow can finish it: in the same browser, or with their
// access token.
func TestWhoMayFinishAFlow(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithCalendar(t)
	provider.SetCalendars(calendarUser, primaryCalendar())
	owner, outsider := api.Register("ada"), api.Register("bob")
	for name, change := range map[string]func(*apitest.Request){
		"no cookie":        func(r *apitest.Request) { r.Cookies = nil },
		"another browser":  func(r *apitest.Request) { r.Cookies = outsider.StartCalendarConsent().Cookies },
		"another user":     func(r *apitest.Request) { r.Bearer = outsider.Token },
		"only their token": func(r *apitest.Request) { r.Bearer, r.Cookies = outsider.Token, nil },
		"another state":    func(r *apitest.Request) { r.Path = strings.Replace(r.Path, "state=", "state=x", 1) },
		"no state":         func(r *apitest.Request) { r.Path, _, _ = strings.Cut(r.Path, "&state=") },
		"an endless state": func(r *apitest.Request) { r.Path += strings.Repeat("x", 5000) },
	} {
		callback := owner.StartCalendarConsent().Consent(provider, calendarUser).CallbackRequest()
		change(&callback)
		if answer := api.Send(callback); answer.Status != 400 {
			t.Errorf("%s: %d\n%s", name, answer.Status, answer.Body)
		} else {
			answer.Problem(400, "pkce_state_not_found")
		}
	}
	wantNoConnections(t, owner, outsider)

	callback := owner.StartCalendarConsent().Consent(provider, calendarUser).CallbackRequest()
	bad := callback
	bad.Bearer = "nonsense"
	api.Send(bad).Problem(401, "unauthorized")
	callback.Cookies, callback.Bearer = nil, owner.Token
	api.Send(callback).OK()
	api.Send(callback).Problem(400, "pkce_state_not_found") // it works once
	wantNoConnections(t, outsider)
}

func TestStateExpiresAndWorksOnce(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithCalendar(t)
	provider.SetCalendars(calendarUser, primaryCalendar())
	owner := api.Register("ada")
	consent := owner.StartCalendarConsent().Consent(provider, calendarUser)
	api.Clock.Advance(people.OAuthStateLifetime)
	consent.Finish().Problem(400, "pkce_state_not_found")

	owner = owner.SignInAgain()
	consent = owner.StartCalendarConsent().Consent(provider, calendarUser)
	owner.Post("/api/auth/logout", object{})
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/logout", Cookies: []*http.Cookie{owner.RefreshCookie}}).OK()
	consent.Finish().Problem(400, "pkce_state_not_found") // after a logout, the flow connects nothing

	owner = owner.SignInAgain()
	consent = owner.StartCalendarConsent().Consent(provider, calendarUser)
	statuses := make([]int, 20)
	testkit.Race(t, len(statuses), func(i int) { statuses[i] = consent.Finish().Status })
	won := 0
	for _, status := range statuses {
		if status == 200 {
			won++
		} else if status != 400 {
			t.Errorf("status %d", status)
		}
	}
	if won != 1 {
		t.Errorf("%d of 20 callbacks succeeded", won)
	}
}

// A state of the calendar cannot sign in, and one of single sign-on cannot connect a
// calendar.
func TestStatesAreForOnePurpose(t *testing.T) {
	t.Parallel()
	api, signIn, provider := apitest.NewWithSSOAndCalendar(t)
	provider.SetCalendars(calendarUser, primaryCalendar())
	owner := api.Register("ada")
	consent := owner.StartCalendarConsent().Consent(provider, calendarUser)
	api.Send(apitest.Request{Method: "GET", Path: apitest.SSOPath + "/callback?" + consent.CallbackQuery.Encode(),
		Cookies: consent.Cookies}).Problem(400, "pkce_state_not_found")

	flow := api.StartSSO(owner.Token, "").Login(signIn, idp.User{Subject: "a", Email: owner.Email, EmailVerified: true})
	api.Send(apitest.Request{Method: "GET", Path: apitest.ConnectionsPath + "/external/callback?" +
		flow.CallbackQuery.Encode(),
		Cookies: flow.Cookies}).Problem(400, "pkce_state_not_found")
	owner.Get(apitest.ConnectionsPath+"/external/callback?"+
		flow.CallbackQuery.Encode()).Problem(400, "pkce_state_not_found")
	wantNoConnections(t, owner)
	consent.Finish().OK() // the attempts did not use the state
	flow.Finish().OK()
}

// A failure at the provider connects nothing and uses the state.
func TestFailedFlowsConnectNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		prepare func(*apitest.CalendarProvider)
		query   url.Values // added to what the provider sends
		status  int
		code    string
	}{
		"consent was refused": {nil, url.Values{"error": {"access_denied"}, "code": nil}, 400, "external_oauth_error"},
		"no code":             {nil, url.Values{"code": nil}, 400, "external_oauth_error"},
		"an endless code":     {nil, url.Values{"code": {strings.Repeat("c", 10000)}}, 400, "external_oauth_error"},
		"an unknown code":     {nil, url.Values{"code": {"c"}}, 400, "external_oauth_error"},
		"no lasting grant": {func(p *apitest.CalendarProvider) {
			p.SetHandler(gcalendar.TokenPath, respondWith(200, `{"access_token":"a","token_type":"Bearer","expires_in":3600}`))
		}, nil, 400, "external_oauth_error"},
		"a token too long": {func(p *apitest.CalendarProvider) {
			p.SetHandler(gcalendar.TokenPath, respondWith(200, `{"access_token":"`+strings.Repeat("a", 5000)+
				`","refresh_token":"r","token_type":"Bearer"}`))
			p.SetHandler(gcalendar.PrimaryPath, respondWith(200, `{"id":"ada"}`))
		}, nil, 400, "external_oauth_error"},
		"tokens: 500": {func(p *apitest.CalendarProvider) { p.SetHandler(gcalendar.TokenPath, respondWith(500, "")) },
			nil, 503, "calendar_provider_unavailable"},
		"tokens: garbage": {
			func(p *apitest.CalendarProvider) { p.SetHandler(gcalendar.TokenPath, respondWith(200, "{")) }, nil, 503,
			"calendar_provider_unavailable"},
		"tokens: hung up": {func(p *apitest.CalendarProvider) { p.SetHandler(gcalendar.TokenPath, hangUp) }, nil, 503,
			"calendar_provider_unavailable"},
		"tokens: 429": {func(p *apitest.CalendarProvider) {
			p.SetHandler(gcalendar.TokenPath, gcalendar.ErrorHandler(429, "", "Retry-After", "7"))
		}, nil, 429, "calendar_provider_throttled"},
		"account: 500": {func(p *apitest.CalendarProvider) { p.SetHandler(gcalendar.PrimaryPath, respondWith(500, "")) },
			nil, 503, "calendar_provider_unavailable"},
		"account: none": {
			func(p *apitest.CalendarProvider) { p.SetHandler(gcalendar.PrimaryPath, respondWith(200, "{}")) }, nil, 503,
			"calendar_provider_unavailable"},
		"no calendars": {func(p *apitest.CalendarProvider) {
			p.SetHandler(gcalendar.PrimaryPath, gcalendar.ErrorHandler(403, "notACalendarUser"))
		}, nil, 400, "external_oauth_error"},
		"not allowed": {func(p *apitest.CalendarProvider) {
			p.SetHandler(gcalendar.PrimaryPath, gcalendar.ErrorHandler(403, "insufficientPermissions"))
		}, nil, 400, "external_oauth_error"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api, provider := apitest.NewWithCalendar(t)
			provider.SetCalendars(calendarUser, primaryCalendar())
			owner := api.Register("ada")
			consent := owner.StartCalendarConsent().Consent(provider, calendarUser)
			for key, value := range c.query {
				consent.CallbackQuery[key] = value
			}
			if c.prepare != nil {
				c.prepare(provider)
			}
			answer := consent.Finish()
			answer.Problem(c.status, c.code)
			if c.status == 429 && answer.Header.Get("Retry-After") != "7" {
				t.Errorf("Retry-After %q", answer.Header.Get("Retry-After"))
			}
			consent.Finish().Problem(400, "pkce_state_not_found")
			wantNoConnections(t, owner)
		})
	}
}
