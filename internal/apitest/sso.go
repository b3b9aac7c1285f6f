package apitest

import (
	"net/http"
	"net/url"
	"testing"

	"stint/internal/testkit"
	"stint/internal/testkit/idp"
	"stint/shared/config"
)

// SSOPath is the path that single sign-on lies under.
const SSOPath = "/api/auth/sso/external"

// WithSSO lets a house sign people in at an issuer.
func WithSSO(issuer string) Option {
	return func(c *config.Config) {
		c.OIDC = config.OIDC{Issuer: issuer, ClientID: idp.ClientID, ClientSecret: config.Secret{Plain: idp.ClientSecret}}
	}
}

// WithCertifiedSSO starts the certified provider for a house, and lets it sign
// people in there. The provider goes by the real time; so should the house.
func WithCertifiedSSO(t testing.TB) Option {
	return func(c *config.Config) { WithSSO(idp.StartCertifiedProvider(t, c.PublicURL+SSOPath+"/callback"))(c) }
}

// SSOFlow is somebody's way to the provider and back.
type SSOFlow struct {
	Service          *Service
	AuthorizationURL string         // the authorization URL
	State            string         // in the address
	Cookies          []*http.Cookie // of the browser from then on
	Bearer           string         // sent along when it ends; "" is none
	CallbackQuery    url.Values     // what the provider sends back, once somebody has logged in there
}

// StartSSO begins a visit, as whoever the access token names; "" is nobody. The
// query may be empty.
func (s *Service) StartSSO(bearer, query string, cookies ...*http.Cookie) *SSOFlow {
	s.t.Helper()
	answer := s.Send(Request{Method: "GET", Path: SSOPath + "/start" + query, Bearer: bearer, Cookies: cookies})
	f := &SSOFlow{Service: s, Cookies: append(cookies, answer.Cookies()...)}
	f.AuthorizationURL, _ = answer.OK()["authorization_url"].(string)
	f.State, _ = answer.OK()["state"].(string)
	return f
}

// Login logs somebody in at the provider.
func (f *SSOFlow) Login(provider *idp.StandIn, user idp.User) *SSOFlow {
	f.CallbackQuery = provider.Login(f.AuthorizationURL, user)
	return f
}

// Finish comes back from the provider, as a program.
func (f *SSOFlow) Finish() *Answer { return f.finish("application/json") }

// FinishInBrowser comes back from the provider, as a browser.
func (f *SSOFlow) FinishInBrowser() *Answer { return f.finish("text/html,application/xhtml+xml;q=0.9") }

func (f *SSOFlow) finish(accept string) *Answer {
	return f.Service.Send(Request{
		Method: "GET", Path: SSOPath + "/callback?" + f.CallbackQuery.Encode(), Cookies: f.Cookies, Bearer: f.Bearer,
		Header: map[string]string{"Accept": accept},
	})
}

// Cookies are those that the answer sets.
func (a *Answer) Cookies() []*http.Cookie { return (&http.Response{Header: a.Header}).Cookies() }

// NewWithSSO opens a house with a stand-in to sign in at, all its instances
// included. Both go by one clock.
func NewWithSSO(t testing.TB, options ...Option) (*Service, *idp.StandIn) {
	t.Helper()
	clock := testkit.NewClock(StartTime)
	provider := idp.NewStandIn(t, clock.Now)
	return newService(t, clock, []Option{WithSSO(provider.Issuer)}, options...), provider
}
