package apitest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"stint/internal/testkit"
	"stint/internal/testkit/gcalendar"
	"stint/internal/testkit/idp"
	"stint/shared/config"
)

// ConnectionsPath is the path of calendar connections.
const ConnectionsPath = "/api/calendar-connections"

// CalendarProvider is a calendar provider with the URL at which it is served.
type CalendarProvider struct {
	*gcalendar.Provider
	URL string
}

// NewWithCalendar starts a service whose instances all use a new calendar provider.
// Both have the same clock.
func NewWithCalendar(t testing.TB, options ...Option) (*Service, *CalendarProvider) {
	t.Helper()
	clock := testkit.NewClock(StartTime)
	provider := StartCalendarProvider(t, clock)
	return newService(t, clock, []Option{WithCalendar(provider.URL)}, options...), provider
}

// NewWithSSOAndCalendar starts a service with a calendar provider and a stand-in for
// single sign-on. All have the same clock.
func NewWithSSOAndCalendar(t testing.TB, options ...Option) (*Service, *idp.StandIn, *CalendarProvider) {
	t.Helper()
	clock := testkit.NewClock(StartTime)
	signIn, provider := idp.NewStandIn(t, clock.Now), StartCalendarProvider(t, clock)
	return newService(t, clock, []Option{WithSSO(signIn.Issuer), WithCalendar(provider.URL)}, options...), signIn, provider
}

// StartCalendarProvider starts a calendar provider with a clock. It ends with the
// test.
func StartCalendarProvider(t testing.TB, clock *testkit.Clock) *CalendarProvider {
	t.Helper()
	provider := gcalendar.New(clock.Now)
	server := httptest.NewServer(provider)
	t.Cleanup(server.Close)
	return &CalendarProvider{provider, server.URL}
}

// WithCalendar configures the calendar provider at a URL.
func WithCalendar(address string) Option {
	return func(c *config.Config) {
		c.Calendar = config.Calendar{
			ClientID: gcalendar.ClientID, ClientSecret: config.Secret{Plain: gcalendar.ClientSecret},
			AuthURL: address + gcalendar.AuthPath, TokenURL: address + gcalendar.TokenPath,
			RevokeURL: address + gcalendar.RevokePath, APIURL: address + gcalendar.APIPath,
		}
	}
}

// CalendarFlow is the flow in which a user connects a calendar provider.
type CalendarFlow struct {
	Service          *Service
	AuthorizationURL string
	Cookies          []*http.Cookie // that the start of the flow set
	CallbackQuery    url.Values     // set by Consent
}

// StartCalendarConsent starts a flow.
func (u *User) StartCalendarConsent() *CalendarFlow {
	u.t.Helper()
	answer := u.Get(ConnectionsPath + "/external/start")
	address, _ := answer.OK()["authorization_url"].(string)
	return &CalendarFlow{Service: u.Service, AuthorizationURL: address, Cookies: answer.Cookies()}
}

// Consent gives consent at the provider, as the owner of an account there.
func (f *CalendarFlow) Consent(provider *CalendarProvider, account string) *CalendarFlow {
	f.Service.t.Helper()
	query, err := provider.Consent(f.AuthorizationURL, account)
	if err != nil {
		f.Service.t.Fatal(err)
	}
	f.CallbackQuery = query
	return f
}

// CallbackRequest is the callback from the browser that started the flow.
func (f *CalendarFlow) CallbackRequest() Request {
	return Request{Method: "GET", Path: ConnectionsPath + "/external/callback?" + f.CallbackQuery.Encode(),
		Cookies: f.Cookies}
}

// Finish sends the callback, as a program.
func (f *CalendarFlow) Finish() *Answer { return f.Service.Send(f.CallbackRequest()) }

// ConnectCalendar connects the calendars of an account at the provider.
func (u *User) ConnectCalendar(provider *CalendarProvider, account string) {
	u.t.Helper()
	u.StartCalendarConsent().Consent(provider, account).Finish().OK()
}
