package apitest

import (
	"net/http"
	"net/url"
	"testing"

	"stint/shared/config"
	"stint/shared/testkit"
	"stint/shared/testkit/idp"
)

// SSO is the path that single sign-on lies under.
const SSO = "/api/auth/sso/external"

// SignOn lets a house sign people in at an issuer.
func SignOn(issuer string) Option {
	return func(c *config.Config) {
		c.OIDC = config.OIDC{Issuer: issuer, ClientID: idp.ClientID, ClientSecret: config.Secret{Plain: idp.ClientSecret}}
	}
}

// SignOnCertified starts the certified provider for a house, and lets it sign
// people in there. The provider goes by the real time; so should the house.
func SignOnCertified(t testing.TB) Option {
	return func(c *config.Config) { SignOn(idp.StartCertifiedProvider(t, c.PublicURL+SSO+"/callback"))(c) }
}

// Visit is somebody's way to the provider and back.
type Visit struct {
	House   *House
	Address string         // the authorization URL
	State   string         // in the address
	Cookies []*http.Cookie // of the browser from then on
	Bearer  string         // sent along when it ends; "" is none
	Back    url.Values     // what the provider sends back, once somebody has logged in there
}

// Begin begins a visit, as whoever the access token names; "" is nobody. The
// query may be empty.
func (h *House) Begin(bearer, query string, cookies ...*http.Cookie) *Visit {
	h.t.Helper()
	answer := h.Send(Request{Method: "GET", Path: SSO + "/start" + query, Bearer: bearer, Cookies: cookies})
	v := &Visit{House: h, Cookies: append(cookies, answer.Cookies()...)}
	v.Address, _ = answer.OK()["authorization_url"].(string)
	v.State, _ = answer.OK()["state"].(string)
	return v
}

// As logs somebody in at the provider.
func (v *Visit) As(provider *idp.StandIn, who idp.Person) *Visit {
	v.Back = provider.Login(v.Address, who)
	return v
}

// End comes back from the provider, as a program.
func (v *Visit) End() *Answer { return v.end("application/json") }

// EndInBrowser comes back from the provider, as a browser.
func (v *Visit) EndInBrowser() *Answer { return v.end("text/html,application/xhtml+xml;q=0.9") }

func (v *Visit) end(accept string) *Answer {
	return v.House.Send(Request{
		Method: "GET", Path: SSO + "/callback?" + v.Back.Encode(), Cookies: v.Cookies, Bearer: v.Bearer,
		Header: map[string]string{"Accept": accept},
	})
}

// Cookies are those that the answer sets.
func (a *Answer) Cookies() []*http.Cookie { return (&http.Response{Header: a.Header}).Cookies() }

// NewSSO opens a house with a stand-in to sign in at, all its instances
// included. Both go by one clock.
func NewSSO(t testing.TB, options ...Option) (*House, *idp.StandIn) {
	t.Helper()
	clock := testkit.NewClock(Start)
	provider := idp.NewStandIn(t, clock.Now)
	return open(t, clock, []Option{SignOn(provider.Issuer)}, options...), provider
}
