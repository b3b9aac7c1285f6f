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

// discoveryLifetime is how long the metadata of a provider is used. Its keys are read
// again whenever a token names an unknown one.
const discoveryLifetime = time.Hour

// algorithms are the signature algorithms that an ID token may use. All are
// asymmetric, so that only the provider can sign: "none" and HMAC are missing on
// purpose.
var algorithms = []string{
	oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512,
	oidc.ES256, oidc.ES384, oidc.ES512, oidc.EdDSA,
}

// provider is the metadata of a provider (OpenID Connect Discovery).
type provider struct {
	*oidc.Provider
	endpoint    oauth2.Endpoint
	verifier    *oidc.IDTokenVerifier
	keepsAsking bool // whether it may be asked for a refresh token by its scope
	sendsIssuer bool // whether callbacks have the parameter iss (RFC 9207)
	expiresAt   time.Time
}

// discover reads the metadata of the provider, at most once an hour. Concurrent
// callers share one call. While a new call fails, the old metadata stays in use.
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

// fetchProvider reads the metadata. It has no deadline but the HTTP client's, because
// its result is shared by callers with different deadlines.
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
	p := &provider{Provider: discovered, endpoint: discovered.Endpoint(), sendsIssuer: meta.SendsIssuer,
		keepsAsking: slices.Contains(meta.Scopes, oidc.ScopeOfflineAccess),
		expiresAt:   c.options.Now().Add(discoveryLifetime)}
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

// metadata is the part that the library does not read.
type metadata struct {
	Authorization string   `json:"authorization_endpoint"`
	Token         string   `json:"token_endpoint"`
	Keys          string   `json:"jwks_uri"`
	UserInfo      string   `json:"userinfo_endpoint"`
	Scopes        []string `json:"scopes_supported"`
	Methods       []string `json:"token_endpoint_auth_methods_supported"`
	SendsIssuer   bool     `json:"authorization_response_iss_parameter_supported"`
}

// authStyle is how the client secret is sent: in the header, unless the provider
// accepts it only in the body (OpenID Connect Core, section 9). Trying both is no
// way, because a failed try uses the code.
func (m metadata) authStyle() oauth2.AuthStyle {
	if len(m.Methods) == 0 || slices.Contains(m.Methods, "client_secret_basic") {
		return oauth2.AuthStyleInHeader
	}
	return oauth2.AuthStyleInParams
}

// hasSafeEndpoints reports whether all endpoints are given, and use https if the issuer
// does.
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

// checkIssuer checks that the callback comes from this provider. It prevents mix-up
// attacks, in which another provider gets the code (RFC 9207, section 2.4).
func (p *provider) checkIssuer(callback Callback, issuer string) error {
	if callback.Issuer != issuer && (callback.Issuer != "" || p.sendsIssuer) {
		return &oauth.Failure{Step: "return", Reason: "sent by another issuer"}
	}
	return nil
}
