package config

import "strings"

// Calendar names the provider whose calendars people may connect (Google, or one
// that speaks version 3 of its protocol), and this service's registration there.
type Calendar struct {
	ClientID     string // "" is no calendar
	ClientSecret Secret // see SettingCalendarSecret
	AuthURL      string // where people are sent
	TokenURL     string
	RevokeURL    string
	APIURL       string // without a trailing slash
	KMSKey       string // ARN of the KMS key that seals tokens; "" at home, where the master secret does
}

// SettingCalendarSecret is the name of the client secret's setting. One that is
// sealed must be sealed under this name.
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

// calendar reads the settings of the calendar: id and secret go together, all
// else has Google as its default. Only at home may a provider be reached
// without TLS, and tokens be sealed without KMS.
func (r *reader) calendar(env string) Calendar {
	if r.getenv("CALENDAR_CLIENT_ID") == "" && r.getenv(SettingCalendarSecret) == "" {
		return Calendar{}
	}
	c := Calendar{
		ClientID: r.required("CALENDAR_CLIENT_ID"), ClientSecret: r.secret(SettingCalendarSecret),
		AuthURL: r.endpointOr("CALENDAR_AUTH_URL", googleAuthURL, env), TokenURL: r.endpointOr("CALENDAR_TOKEN_URL", googleTokenURL, env),
		RevokeURL: r.endpointOr("CALENDAR_REVOKE_URL", googleRevokeURL, env), APIURL: r.endpointOr("CALENDAR_API_URL", googleAPIURL, env),
		KMSKey: r.getenv("CALENDAR_KEY"),
	}
	if env != "local" && !strings.HasPrefix(c.KMSKey, "arn:") {
		r.addProblem("CALENDAR_KEY", "must be the ARN of a KMS key")
	}
	return c
}

// endpointOr reads an address of a provider.
func (r *reader) endpointOr(name, fallback, env string) string {
	if r.getenv(name) == "" {
		return fallback
	}
	return strings.TrimRight(r.providerURL(name, env), "/")
}
