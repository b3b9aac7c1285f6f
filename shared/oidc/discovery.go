package oidc

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"stint/shared/oauth"
)

// discoveryLifetime is how long what a provider says of itself is relied upon. Its
// keys are asked for anew whenever a token names one that is not known.
const discoveryLifetime = time.Hour

// algorithms are those that an ID token may be signed with: asymmetric ones, so
// that nobody but the provider can sign. "none" and HMAC are not among them.
var algorithms = []string{
	oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512,
	oidc.ES256, oidc.ES384, oidc.ES512, oidc.EdDSA,
}

// provider is what a provider says of itself (OpenID Connect Discovery).
type provider struct {
	*oidc.Provider
	endpoint    oauth2.Endpoint
	verifier    *oidc.IDTokenVerifier
	sendsIssuer bool // whether it names itself to those it sends back (RFC 9207)
	expiresAt   time.Time
}

// discover finds the provider, once an hour at most for all that ask at the
// same time. One that was found stays in use while it cannot be found again.
func (c *Client) discover(ctx context.Context) (*provider, error) {
	cached := c.cached.Load()
	if cached != nil && c.options.Now().Before(cached.expiresAt) {
		return cached, nil
	}
	fresh, err, _ := c.discovery.Do("", func() (any, error) { return c.fetchProvider(context.WithoutCancel(ctx)) })
	switch {
	case err == nil:
		return fresh.(*provider), nil
	case cached != nil:
		return cached, nil
	default:
		return nil, oauth.NewFailure("discovery", err)
	}
}

// fetchProvider asks the provider. It ends by the client's own patience.
func (c *Client) fetchProvider(ctx context.Context) (*provider, error) {
	ctx = oidc.ClientContext(ctx, c.options.HTTP)
	discovered, err := oidc.NewProvider(ctx, c.options.Issuer)
	if err != nil {
		return nil, err
	}
	var meta metadata
	if err := discovered.Claims(&meta); err != nil {
		return nil, err
	}
	p := &provider{Provider: discovered, endpoint: discovered.Endpoint(), sendsIssuer: meta.SendsIssuer, expiresAt: c.options.Now().Add(discoveryLifetime)}
	p.endpoint.AuthStyle = meta.authStyle()
	if !meta.hasSafeEndpoints(c.options.Issuer) {
		return nil, &oauth.Failure{Step: "discovery", Reason: "endpoints are missing, or are not reached by https"}
	}
	p.verifier = discovered.VerifierContext(ctx, &oidc.Config{
		ClientID: c.options.ClientID, SupportedSigningAlgs: algorithms, Now: c.options.Now,
	})
	c.cached.Store(p)
	return p, nil
}

// metadata is what the library does not read for us.
type metadata struct {
	Authorization string   `json:"authorization_endpoint"`
	Token         string   `json:"token_endpoint"`
	Keys          string   `json:"jwks_uri"`
	UserInfo      string   `json:"userinfo_endpoint"`
	Methods       []string `json:"token_endpoint_auth_methods_supported"`
	SendsIssuer   bool     `json:"authorization_response_iss_parameter_supported"`
}

// authStyle is how the client secret is sent: in the header, unless the provider
// takes it in the body only (OpenID Connect Core, section 9). To try both would
// cost the code.
func (m metadata) authStyle() oauth2.AuthStyle {
	if len(m.Methods) == 0 || slices.Contains(m.Methods, "client_secret_basic") {
		return oauth2.AuthStyleInHeader
	}
	return oauth2.AuthStyleInParams
}

// hasSafeEndpoints reports whether all endpoints are there, and reached by https if the
// issuer is.
func (m metadata) hasSafeEndpoints(issuer string) bool {
	scheme := "http"
	if strings.HasPrefix(issuer, "https://") {
		scheme = "https://"
	}
	for _, endpoint := range []string{m.Authorization, m.Token, m.Keys} {
		if !strings.HasPrefix(endpoint, scheme) {
			return false
		}
	}
	return m.UserInfo == "" || strings.HasPrefix(m.UserInfo, scheme)
}

// checkIssuer sees that somebody was sent back by this provider and not by another
// that was mixed up with it (RFC 9207, section 2.4).
func (p *provider) checkIssuer(callback Callback, issuer string) error {
	if callback.Issuer != issuer && (callback.Issuer != "" || p.sendsIssuer) {
		return &oauth.Failure{Step: "return", Reason: "sent by another issuer"}
	}
	return nil
}
