package config

import (
	"net/url"
	"strings"
)

// OIDC has the provider for single sign-on (OpenID Connect) and our registration
// there.
type OIDC struct {
	Issuer       string // exactly as the provider writes it, with or without a trailing slash; "" disables single sign-on
	ClientID     string
	ClientSecret Secret // see SettingOIDCClientSecret
}

// SettingOIDCClientSecret is the setting with the client secret. A sealed secret must be
// sealed under this name.
const SettingOIDCClientSecret = "OIDC_CLIENT_SECRET"

// Enabled reports whether single sign-on is configured.
func (o OIDC) Enabled() bool { return o.Issuer != "" }

// oidc reads the three settings of single sign-on. Either all of them are set or none.
// Only at home may the provider be reached without TLS.
func (r *reader) oidc(env string) OIDC {
	given := false
	for _, name := range []string{"OIDC_ISSUER", "OIDC_CLIENT_ID", SettingOIDCClientSecret} {
		given = given || r.getenv(name) != ""
	}
	if !given {
		return OIDC{}
	}
	return OIDC{Issuer: r.providerURL("OIDC_ISSUER", env), ClientID: r.required("OIDC_CLIENT_ID"), ClientSecret: r.secret(SettingOIDCClientSecret)}
}

// providerURL reads an address of a provider: https, or at home also http.
func (r *reader) providerURL(name, env string) string {
	value := r.required(name)
	if value == "" {
		return ""
	}
	u, err := url.Parse(value)
	allowed := err == nil && (u.Scheme == "https" || u.Scheme == "http" && env == "local")
	if !allowed || u.Host == "" || u.User != nil || strings.ContainsAny(value, "?# \t\r\n") {
		r.addProblem(name, "must be an https address without a query (at home http is fine)")
	}
	return value
}
