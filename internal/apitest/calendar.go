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

// ConnectionsPath is the path that connections to calendars lie under.
const ConnectionsPath = "/api/calendar-connections"

// CalendarProvider is a provider of calendars that a house is configured with.
type CalendarProvider struct {
	*gcalendar.Provider
	URL string
}

// NewWithCalendar opens a house with a provider of calendars, all its instances
// included. Both go by one clock.
func NewWithCalendar(t testing.TB, options ...Option) (*Service, *CalendarProvider) {
	t.Helper()
	clock := testkit.NewClock(StartTime)
	provider := StartCalendarProvider(t, clock)
	return newService(t, clock, []Option{WithCalendar(provider.URL)}, options...), provider
}

// NewWithSSOAndCalendar opens a house with both a provider of calendars and a stand-in to
// sign in at.
func NewWithSSOAndCalendar(t testing.TB, options ...Option) (*Service, *idp.StandIn, *CalendarProvider) {
	t.Helper()
	clock := testkit.NewClock(StartTime)
	signIn, provider := idp.NewStandIn(t, clock.Now), StartCalendarProvider(t, clock)
	return newService(t, clock, []Option{WithSSO(signIn.Issuer), WithCalendar(provider.URL)}, options...), signIn, provider
}

// StartCalendarProvider starts a provider of calendars that goes by a clock. It ends
// with the test.
func StartCalendarProvider(t testing.TB, clock *testkit.Clock) *CalendarProvider {
	t.Helper()
	provider := gcalendar.New(clock.Now)
	server := httptest.NewServer(provider)
	t.Cleanup(server.Close)
	return &CalendarProvider{provider, server.URL}
}

// WithCalendar lets people of a house connect the calendars of a provider.
func WithCalendar(address string) Option {
	return func(c *config.Config) {
		c.Calendar = config.Calendar{
			ClientID: gcalendar.ClientID, ClientSecret: config.Secret{Plain: gcalendar.ClientSecret},
			AuthURL: address + gcalendar.AuthPath, TokenURL: address + gcalendar.TokenPath,
			RevokeURL: address + gcalendar.RevokePath, APIURL: address + gcalendar.APIPath,
		}
	}
}

// CalendarFlow is somebody's way to a provider of calendars and back.
type CalendarFlow struct {
	Service          *Service
	AuthorizationURL string         // the authorization URL
	Cookies          []*http.Cookie // of the browser from then on
	CallbackQuery    url.Values     // what the provider sends back, once somebody has agreed
}

// StartCalendarConsent begins to connect a calendar.
func (u *User) StartCalendarConsent() *CalendarFlow {
	u.t.Helper()
	answer := u.Get(ConnectionsPath + "/external/start")
	address, _ := answer.OK()["authorization_url"].(string)
	return &CalendarFlow{Service: u.Service, AuthorizationURL: address, Cookies: answer.Cookies()}
}

// Consent has the owner of an account agree at the provider.
func (f *CalendarFlow) Consent(provider *CalendarProvider, account string) *CalendarFlow {
	f.Service.t.Helper()
	query, err := provider.Consent(f.AuthorizationURL, account)
	if err != nil {
		f.Service.t.Fatal(err)
	}
	f.CallbackQuery = query
	return f
}

// CallbackRequest is the way back, as the browser that set out.
func (f *CalendarFlow) CallbackRequest() Request {
	return Request{Method: "GET", Path: ConnectionsPath + "/external/callback?" + f.CallbackQuery.Encode(), Cookies: f.Cookies}
}

// Finish comes back, as a program.
func (f *CalendarFlow) Finish() *Answer { return f.Service.Send(f.CallbackRequest()) }

// ConnectCalendar connects the calendars of an account.
func (u *User) ConnectCalendar(provider *CalendarProvider, account string) {
	u.t.Helper()
	u.StartCalendarConsent().Consent(provider, account).Finish().OK()
}
