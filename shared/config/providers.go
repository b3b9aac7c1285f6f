package config

import (
	"net/url"
	"strings"
)

// Calendar has the calendar provider (Google, or another one with version 3 of its
// API) and our registration there.
type Calendar struct {
	ClientID     string // "" disables calendars
	ClientSecret Secret // see SettingCalendarSecret
	AuthURL      string // where browsers are sent for consent
	TokenURL     string
	RevokeURL    string
	APIURL       string // without a trailing slash
	EarlierKey   string // ARN of the KMS key with which an earlier version sealed tokens; "" for none
}

// SettingCalendarSecret is the setting with the client secret. A sealed secret must be
// sealed under this name.
const SettingCalendarSecret = "CALENDAR_CLIENT_SECRET"

// Google's endpoints. Source: Google's documentation of OAuth 2.0 for web server
// applications, and of the Calendar API, version 3.
const (
	googleAuthURL   = "https://accounts.google.com/o/oauth2/v2/auth"
	googleTokenURL  = "https://oauth2.googleapis.com/token"
	googleRevokeURL = "https://oauth2.googleapis.com/revoke"
	googleAPIURL    = "https://www.googleapis.com/calendar/v3"
)

// Enabled reports whether calendars can be connected.
func (c Calendar) Enabled() bool { return c.ClientID != "" }

// calendar reads the settings of the calendar provider. Id and secret must be set
// together; the addresses default to Google's. Only at home may the provider be
// reached without TLS.
func (r *reader) calendar(env string) Calendar {
	if r.getenv("CALENDAR_CLIENT_ID") == "" && r.getenv(SettingCalendarSecret) == "" {
		return Calendar{}
	}
	c := Calendar{
		ClientID: r.required("CALENDAR_CLIENT_ID"), ClientSecret: r.secret(SettingCalendarSecret),
		AuthURL:    r.endpointOr("CALENDAR_AUTH_URL", googleAuthURL, env),
		TokenURL:   r.endpointOr("CALENDAR_TOKEN_URL", googleTokenURL, env),
		RevokeURL:  r.endpointOr("CALENDAR_REVOKE_URL", googleRevokeURL, env),
		APIURL:     r.endpointOr("CALENDAR_API_URL", googleAPIURL, env),
		EarlierKey: r.getenv("CALENDAR_KEY"),
	}
	if c.EarlierKey != "" && !strings.HasPrefix(c.EarlierKey, "arn:") {
		r.addProblem("CALENDAR_KEY", "must be the ARN of a KMS key")
	}
	return c
}

// endpointOr reads an address of the provider.
func (r *reader) endpointOr(name, fallback, env string) string {
	if r.getenv(name) == "" {
		return fallback
	}
	return strings.TrimRight(r.providerURL(name, env), "/")
}

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
	return OIDC{Issuer: r.providerURL("OIDC_ISSUER", env), ClientID: r.required("OIDC_CLIENT_ID"),
		ClientSecret: r.secret(SettingOIDCClientSecret)}
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
