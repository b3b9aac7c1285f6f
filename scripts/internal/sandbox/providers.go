package sandbox

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"time"

	"stint/internal/apiclient"
	"stint/internal/testkit/gcalendar"
	"stint/internal/testkit/idp"
	"stint/scripts/internal/sampledata"
	"stint/shared/auth/totp"
)

const totpPath = "/api/auth/totp"

// withEnrolledFactor lets the owner set up a second factor, and sends the event with a
// code that confirms it.
func withEnrolledFactor(s *apiClient, v *eventValues) {
	secret, _ := s.Post(s.sb.fixtures.owner.Token, totpPath, nil)["secret"].(string)
	v.code = s.codeOf(secret, 0)
}

// withSecondFactor switches a second factor of the owner on, and sends the event with
// its next code.
func withSecondFactor(s *apiClient, v *eventValues) {
	secret, _ := s.Post(s.sb.fixtures.owner.Token, totpPath, nil)["secret"].(string)
	s.Post(s.sb.fixtures.owner.Token, totpPath+"/confirm", object{"code": s.codeOf(secret, 0)})
	v.code = s.codeOf(secret, 1)
}

// codeOf is the code of a secret, a number of time steps after Noon.
func (s *apiClient) codeOf(secret string, steps int64) string {
	if s.Err != nil {
		return ""
	}
	code, err := totp.Code(secret, totp.StepOf(Noon)+steps)
	s.Err = err
	return code
}

const ssoPath = "/api/auth/sso/external"

// oauthCallback is the request with which a browser comes back from a provider.
type oauthCallback struct {
	query  url.Values
	cookie *http.Cookie // binds the flow to the browser
}

// call is the request of a user, or of nobody, to the path of the callback.
func (c oauthCallback) call(user *sampledata.Person, path string) apiclient.Call {
	call := apiclient.Call{Method: http.MethodGet, Path: path + "?" + c.query.Encode()}
	if user != nil {
		call.Token = user.Token
	}
	if c.cookie != nil {
		call.Header = http.Header{"Cookie": {c.cookie.Name + "=" + c.cookie.Value}}
	}
	return call
}

// startFlow starts a flow, as a user or without a credential. It returns the
// authorization URL and the browser's cookie.
func (s *apiClient) startFlow(user *sampledata.Person, path string) (address string, cookie *http.Cookie) {
	answer := s.DoOK(oauthCallback{}.call(user, path))
	if s.Err != nil {
		return "", &http.Cookie{}
	}
	cookies := answer.Cookies()
	if len(cookies) == 0 {
		s.Err = fmt.Errorf("GET %s sets no cookie", path)
		return "", &http.Cookie{}
	}
	started, err := answer.Object()
	s.Err = err
	return apiclient.Text(started, "authorization_url"), cookies[0]
}

// loginAtProvider starts a sign-in flow, signs a user of the provider in there and
// returns the callback.
func (s *apiClient) loginAtProvider(user *sampledata.Person, providerUser idp.User) oauthCallback {
	address, cookie := s.startFlow(user, ssoPath+"/start")
	callback := oauthCallback{cookie: cookie}
	if s.Err != nil {
		return callback
	}
	var u *url.URL
	if u, s.Err = url.Parse(address); s.Err == nil {
		callback.query = s.sb.signInProvider.Authorize(u, providerUser)
	}
	return callback
}

// withSSOCallback sends the callback of a user without an account.
func withSSOCallback(s *apiClient, v *eventValues) {
	callback := s.loginAtProvider(nil, idp.User{Subject: "ada", Email: "ada@example.com", Name: "Ada Lovelace",
		EmailVerified: true})
	v.query, v.cookie = callback.query, callback.cookie.Name+"="+callback.cookie.Value
}

// withPasswordlessAccount sends the event as a user who registered through the
// provider.
func withPasswordlessAccount(s *apiClient, v *eventValues) {
	callback := s.loginAtProvider(nil, idp.User{Subject: "zoe", Email: "zoe@example.com", Name: "Zoe",
		EmailVerified: true})
	v.user = &sampledata.Person{}
	s.SignInWith(v.user, callback.call(nil, ssoPath+"/callback"))
}

// withExternalLogin links the user's account to the provider first.
func withExternalLogin(s *apiClient, v *eventValues) {
	callback := s.loginAtProvider(v.user, idp.User{Subject: "olga", Email: "olga@example.com", Name: "Olga",
		EmailVerified: true})
	s.DoOK(callback.call(v.user, ssoPath+"/callback"))
}

// withUnverifiedExternalIdentity signs in with an address that the provider has not
// verified, and sends the event with the token that is then mailed to the address.
func withUnverifiedExternalIdentity(s *apiClient, v *eventValues) {
	callback := s.loginAtProvider(nil, idp.User{Subject: "kai", Email: "kai@example.com", Name: "Kai"})
	s.Do(callback.call(nil, ssoPath+"/callback")) // refused until the address is verified
	v.token = s.MailedToken("kai@example.com", "sso-verify")
}

const (
	connectionsPath = "/api/calendar-connections"
	calendarAccount = "olga@calendars.example" // olga's account at the provider
)

// startCalendarProvider starts a calendar provider with one event.
func (sb *Sandbox) startCalendarProvider() {
	sb.calendarProvider = gcalendar.New(func() time.Time { return Noon })
	sb.calendarProvider.SetCalendars(calendarAccount, gcalendar.Calendar{
		ID: calendarAccount, Zone: "Europe/Berlin", Primary: true, Selected: true, Events: []gcalendar.Event{
			{ID: "landing", Summary: "Landing rehearsal", Start: Noon.Add(time.Hour), End: Noon.Add(2 * time.Hour),
				Link: "https://calendars.example/landing"},
		}})
	sb.calendarServer = httptest.NewServer(sb.calendarProvider)
}

// consentToCalendar starts a calendar flow, consents at the provider and returns the
// callback.
func (s *apiClient) consentToCalendar(user *sampledata.Person) oauthCallback {
	address, cookie := s.startFlow(user, connectionsPath+"/external/start")
	var query url.Values
	if s.Err == nil {
		query, s.Err = s.sb.calendarProvider.Consent(address, calendarAccount)
	}
	return oauthCallback{query: query, cookie: cookie}
}

// withCalendarCallback sends the callback of a calendar flow after consent.
func withCalendarCallback(s *apiClient, v *eventValues) {
	callback := s.consentToCalendar(v.user)
	v.query, v.cookie = callback.query, callback.cookie.Name+"="+callback.cookie.Value
}

// withConnectedCalendar connects the user's calendars first.
func withConnectedCalendar(s *apiClient, v *eventValues) {
	callback := s.consentToCalendar(v.user)
	s.DoOK(callback.call(v.user, connectionsPath+"/external/callback"))
}
