package config

import "strings"

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
		AuthURL: r.endpointOr("CALENDAR_AUTH_URL", googleAuthURL, env), TokenURL: r.endpointOr("CALENDAR_TOKEN_URL", googleTokenURL, env),
		RevokeURL: r.endpointOr("CALENDAR_REVOKE_URL", googleRevokeURL, env), APIURL: r.endpointOr("CALENDAR_API_URL", googleAPIURL, env),
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
