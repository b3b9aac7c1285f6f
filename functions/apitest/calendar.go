package apitest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"stint/shared/config"
	"stint/shared/testkit"
	"stint/shared/testkit/gcalendar"
	"stint/shared/testkit/idp"
)

// Connections is the path that connections to calendars lie under.
const Connections = "/api/calendar-connections"

// Calendars is a provider of calendars that a house is configured with.
type Calendars struct {
	*gcalendar.Provider
	Address string
}

// NewCalendars opens a house with a provider of calendars, all its instances
// included. Both go by one clock.
func NewCalendars(t testing.TB, options ...Option) (*House, *Calendars) {
	t.Helper()
	clock := testkit.NewClock(Start)
	provider := ServeCalendars(t, clock)
	return open(t, clock, []Option{WithCalendar(provider.Address)}, options...), provider
}

// NewOutside opens a house with both a provider of calendars and a stand-in to
// sign in at.
func NewOutside(t testing.TB, options ...Option) (*House, *idp.StandIn, *Calendars) {
	t.Helper()
	clock := testkit.NewClock(Start)
	signIn, provider := idp.NewStandIn(t, clock.Now), ServeCalendars(t, clock)
	return open(t, clock, []Option{SignOn(signIn.Issuer), WithCalendar(provider.Address)}, options...), signIn, provider
}

// ServeCalendars starts a provider of calendars that goes by a clock. It ends
// with the test.
func ServeCalendars(t testing.TB, clock *testkit.Clock) *Calendars {
	t.Helper()
	provider := gcalendar.New(clock.Now)
	server := httptest.NewServer(provider)
	t.Cleanup(server.Close)
	return &Calendars{provider, server.URL}
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

// Trip is somebody's way to a provider of calendars and back.
type Trip struct {
	House   *House
	Address string         // the authorization URL
	Cookies []*http.Cookie // of the browser from then on
	Back    url.Values     // what the provider sends back, once somebody has agreed
}

// SetOut begins to connect a calendar.
func (p *Person) SetOut() *Trip {
	p.t.Helper()
	answer := p.Get(Connections + "/external/start")
	address, _ := answer.OK()["authorization_url"].(string)
	return &Trip{House: p.House, Address: address, Cookies: answer.Cookies()}
}

// Agree has the owner of an account agree at the provider.
func (v *Trip) Agree(provider *Calendars, account string) *Trip {
	v.House.t.Helper()
	back, err := provider.Consent(v.Address, account)
	if err != nil {
		v.House.t.Fatal(err)
	}
	v.Back = back
	return v
}

// Request is the way back, as the browser that set out.
func (v *Trip) Request() Request {
	return Request{Method: "GET", Path: Connections + "/external/callback?" + v.Back.Encode(), Cookies: v.Cookies}
}

// Return comes back, as a program.
func (v *Trip) Return() *Answer { return v.House.Send(v.Request()) }

// Connect connects the calendars of an account.
func (p *Person) Connect(provider *Calendars, account string) {
	p.t.Helper()
	p.SetOut().Agree(provider, account).Return().OK()
}
