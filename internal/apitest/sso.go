package apitest

import (
	"net/http"
	"net/url"
	"testing"

	"stint/internal/testkit"
	"stint/internal/testkit/idp"
	"stint/shared/config"
)

// SSOPath is the path of single sign-on.
const SSOPath = "/api/auth/sso/external"

// WithSSO configures single sign-on with an issuer.
func WithSSO(issuer string) Option {
	return func(c *config.Config) {
		c.OIDC = config.OIDC{Issuer: issuer, ClientID: idp.ClientID, ClientSecret: config.Secret{Plain: idp.ClientSecret}}
	}
}

// WithCertifiedSSO starts the certified provider and configures single sign-on with
// it. The provider uses the real time, so the service's clock must too.
func WithCertifiedSSO(t testing.TB) Option {
	return func(c *config.Config) { WithSSO(idp.StartCertifiedProvider(t, c.PublicURL+SSOPath+"/callback"))(c) }
}

// SSOFlow is the flow in which a user signs in at the provider.
type SSOFlow struct {
	Service          *Service
	AuthorizationURL string
	State            string         // in the authorization URL
	Cookies          []*http.Cookie // of the browser after the start
	Bearer           string         // access token sent with the callback; "" is none
	CallbackQuery    url.Values     // set by Login
}

// StartSSO starts a flow. The bearer is an access token or "". The query starts with
// "?" or is "".
func (s *Service) StartSSO(bearer, query string, cookies ...*http.Cookie) *SSOFlow {
	s.t.Helper()
	answer := s.Send(Request{Method: "GET", Path: SSOPath + "/start" + query, Bearer: bearer, Cookies: cookies})
	f := &SSOFlow{Service: s, Cookies: append(cookies, answer.Cookies()...)}
	f.AuthorizationURL, _ = answer.OK()["authorization_url"].(string)
	f.State, _ = answer.OK()["state"].(string)
	return f
}

// Login signs a user of the provider in there.
func (f *SSOFlow) Login(provider *idp.StandIn, user idp.User) *SSOFlow {
	f.CallbackQuery = provider.Login(f.AuthorizationURL, user)
	return f
}

// Finish sends the callback, as a program.
func (f *SSOFlow) Finish() *Answer { return f.finish("application/json") }

// FinishInBrowser sends the callback, as a browser.
func (f *SSOFlow) FinishInBrowser() *Answer { return f.finish("text/html,application/xhtml+xml;q=0.9") }

func (f *SSOFlow) finish(accept string) *Answer {
	return f.Service.Send(Request{
		Method: "GET", Path: SSOPath + "/callback?" + f.CallbackQuery.Encode(), Cookies: f.Cookies, Bearer: f.Bearer,
		Header: map[string]string{"Accept": accept},
	})
}

// Cookies are the cookies that the answer sets.
func (a *Answer) Cookies() []*http.Cookie { return (&http.Response{Header: a.Header}).Cookies() }

// NewWithSSO starts a service whose instances all use a new stand-in for single
// sign-on. Both have the same clock.
func NewWithSSO(t testing.TB, options ...Option) (*Service, *idp.StandIn) {
	t.Helper()
	clock := testkit.NewClock(StartTime)
	provider := idp.NewStandIn(t, clock.Now)
	return newService(t, clock, []Option{WithSSO(provider.Issuer)}, options...), provider
}
