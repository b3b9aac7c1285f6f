package config

import (
	"net/url"
	"strings"
)

// OIDC names the identity provider that people may sign in through (OpenID
// Connect), and this service's registration there.
type OIDC struct {
	Issuer       string // exactly as the provider writes itself, with or without a slash at its end; "" is no single sign-on
	ClientID     string
	ClientSecret Secret // see SettingOIDCClientSecret
}

// SettingOIDCClientSecret is the name of the client secret's setting. One that is
// sealed must be sealed under this name.
const SettingOIDCClientSecret = "OIDC_CLIENT_SECRET"

// Enabled reports whether single sign-on is configured.
func (o OIDC) Enabled() bool { return o.Issuer != "" }

// oidc reads the three settings of single sign-on: all of them, or none. Only
// at home may the provider be reached without TLS.
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
