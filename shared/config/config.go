// Package config reads the settings of a function from environment variables and reports
// everything that is wrong with them.
package config

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"time"

	"stint/shared/version"
)

// Config has all settings of a function.
type Config struct {
	Table              string   // name of the DynamoDB table
	DynamoDBEndpoint   string   // of DynamoDB; "" is AWS
	Region             string   // of AWS
	Env                string   // environment of API keys: live, test or local
	PublicURL          string   // base of links, problem types and the issuer; no trailing slash
	PasskeyRPID        string   // the host whose passkeys sign in: that of PublicURL, or a domain that it is below
	AppBaseURL         string   // base of links to pages in mails; PublicURL unless a front end serves them
	AllowedOrigins     []string // origins that browsers may call from
	MaxBody            int64    // of request bodies, in bytes; exactly that many are allowed
	AttemptsPerNetwork int      // attempts per minute and client network; 0 is no limit
	AttemptsPerAccount int      // attempts per minute, account and client network; 0 is no limit
	LocalKey           []byte   // seals data keys at home, at least 32 bytes; empty when SealingKey is set
	SealingKey         string   // ARN of the KMS key that seals data keys; "" when LocalKey is set
	// ARN of a KMS key, followed by the previous ones after spaces; or "file:" with the path of a key file
	SigningKey       string
	KMSEndpoint      string // of KMS; "" is AWS
	SESEndpoint      string // of SES; "" is AWS
	MailFrom         string // sender of mail
	PurgeAfterDays   int    // days after which a deleted workspace is purged; 0 is at once
	Version          string // of the release, or of the deployment where it has one
	Commit           string // of the source; "" is none that is known
	Family           string // name of the function, for metrics
	MetricsNamespace string // in CloudWatch; "" counts nothing

	LogLevel slog.Level // the lowest level that is logged; the zero value is info

	OIDC     OIDC     // single sign-on; the zero value is none
	Calendar Calendar // connection to calendars; the zero value is none

	SecurityContact string // https or mailto URI for reports of vulnerabilities; "" is that of ReportTo

	// Uncompressed means that no document is compressed. It is for a gateway that does not decode
	// binary answers.
	Uncompressed bool

	// Streaming means that API Gateway streams the responses of the routes whose responses may be larger than
	// Lambda buffers. At home all such routes stream, whatever it says.
	Streaming bool

	// FreshFor is how long a session counts as fresh after its user proved who they
	// are, in whole seconds.
	FreshFor time.Duration

	VerificationRequired bool     // whether some acts need a proven e-mail address
	WorkspacesByOperator bool     // whether only those make workspaces whom the operator allows
	InvitedOnly          bool     // whether an account needs an invitation
	RegistrationDomains  []string // the mail domains of accounts without an invitation, in lower case; none is all

	// FixedTime is the time of a clock that does not move, so that responses can be
	// compared. The zero value is the machine's clock. It is read at home only.
	FixedTime time.Time

	Limits Limits // of mail, requests and records; the zero value is none
}

// DefaultMaxBody is the default of MaxBody, in bytes.
const DefaultMaxBody = 256 << 10

// DefaultFreshFor is the default of FreshFor.
const DefaultFreshFor = time.Hour

// minKeyBytes is the least length of the local key in bytes. It equals
// secret.MinLocalBytes; this package imports no other.
const minKeyBytes = 32

// Read reads the settings by name. The error lists everything that is wrong.
func Read(getenv func(string) string) (Config, error) {
	r := reader{getenv: getenv}
	c := Config{
		Table:              r.required("TABLE_NAME"),
		DynamoDBEndpoint:   cmp.Or(getenv("DYNAMODB_ENDPOINT"), getenv("AWS_ENDPOINT_URL_DYNAMODB")),
		Region:             r.stringOr("AWS_REGION", "us-east-1"),
		Env:                r.oneOf("STINT_ENV", "live", "test", "local"),
		PublicURL:          r.baseURL("PUBLIC_URL"),
		MaxBody:            r.integerOr("MAX_BODY_BYTES", DefaultMaxBody, 1),
		AttemptsPerNetwork: int(r.integerOr("LIMIT_PER_ADDRESS", 60, 0)),
		AttemptsPerAccount: int(r.integerOr("LIMIT_PER_ACCOUNT", 5, 0)),
		SigningKey:         r.required("SIGNING_KEY"),
		KMSEndpoint:        cmp.Or(getenv("KMS_ENDPOINT"), getenv("AWS_ENDPOINT_URL_KMS")),
		SESEndpoint:        cmp.Or(getenv("SES_ENDPOINT"), getenv("AWS_ENDPOINT_URL_SESV2")),
		MailFrom:           r.stringOr("MAIL_FROM", "stint@localhost"),
		PurgeAfterDays:     r.daysOr("PURGE_AFTER_DAYS", DefaultPurgeAfterDays, MaxPurgeAfterDays),
		Version:            r.stringOr("STINT_VERSION", version.Number()),
		Commit:             r.stringOr("STINT_COMMIT", version.Commit()),
		Family:             getenv("STINT_FAMILY"),
		MetricsNamespace:   getenv("METRICS_NAMESPACE"),
	}
	c.Uncompressed = r.oneOfOr("COMPRESSION", "on", "on", "off") == "off"
	c.Streaming = r.oneOfOr("STREAMING", "off", "on", "off") == "on"
	c.LogLevel = r.logLevel("LOG_LEVEL")
	c.Limits = readLimits(&r)
	c.LocalKey, c.SealingKey = r.sealingKey("SEALING_KEY", "MASTER_SECRET")
	c.readAtHome(&r)
	if c.AppBaseURL = c.PublicURL; getenv("APP_BASE_URL") != "" {
		c.AppBaseURL = r.baseURL("APP_BASE_URL")
	}
	c.FreshFor = r.secondsOr("FRESH_FOR", DefaultFreshFor)
	c.AllowedOrigins = r.origins("CORS_ORIGINS")
	c.PasskeyRPID = r.stringOr("PASSKEY_RP_ID", hostOf(c.PublicURL))
	c.SecurityContact = r.contact("SECURITY_CONTACT")
	c.VerificationRequired = r.verification("EMAIL_VERIFICATION", c.Env)
	c.readRegistration(&r)
	c.OIDC = r.oidc(c.Env)
	c.Calendar = r.calendar(c.Env)
	return c, errors.Join(r.problems...)
}

// readAtHome reads the settings that count at home only.
func (c *Config) readAtHome(r *reader) {
	unlimited := r.oneOfOr("STINT_LIMITS", "on", "on", "off") == "off"
	if c.Env != "local" {
		return
	}
	if unlimited {
		c.AttemptsPerNetwork, c.AttemptsPerAccount, c.Limits = 0, 0, Limits{}
	}
	c.FixedTime = r.instant("STINT_CLOCK")
}

// readRegistration reads who may register, and who makes workspaces: where accounts need an invitation, only those
// whom the operator allows, unless a setting says otherwise.
func (c *Config) readRegistration(r *reader) {
	c.InvitedOnly = r.oneOfOr("REGISTRATION", "open", "open", "invited") == "invited"
	makers := "anyone"
	if c.InvitedOnly {
		makers = "operator"
	}
	c.WorkspacesByOperator = r.oneOfOr("WORKSPACES", makers, "anyone", "operator") == "operator"
	c.RegistrationDomains = r.mailDomains("REGISTRATION_DOMAINS")
}

// hostOf is the host of an address, without its port.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// Origin is the origin of PublicURL.
func (c Config) Origin() string { return strings.TrimSuffix(c.PublicURL, c.PublicPath()) }

// Secure reports whether the service is reached by https.
func (c Config) Secure() bool { return strings.HasPrefix(c.PublicURL, "https://") }

// PublicPath is the path of PublicURL without a trailing slash; "" at a root.
func (c Config) PublicPath() string {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(u.Path, "/")
}

type reader struct {
	getenv   func(string) string
	problems []error
}

func (r *reader) addProblem(name, problem string) {
	r.problems = append(r.problems, fmt.Errorf("setting %s %s", name, problem))
}

// logLevel reads a level of the log. Errors are always logged.
func (r *reader) logLevel(name string) (level slog.Level) {
	_ = level.UnmarshalText([]byte(r.oneOfOr(name, "info", "debug", "info", "warn", "error"))) // a known word
	return level
}

func (r *reader) required(name string) string {
	value := r.getenv(name)
	if value == "" {
		r.addProblem(name, "is missing")
	}
	return value
}

func (r *reader) stringOr(name, fallback string) string {
	if value := r.getenv(name); value != "" {
		return value
	}
	return fallback
}

func (r *reader) oneOf(name string, allowed ...string) string {
	value := r.getenv(name)
	for _, a := range allowed {
		if value == a {
			return value
		}
	}
	r.addProblem(name, "must be one of "+strings.Join(allowed, ", "))
	return value
}

func (r *reader) baseURL(name string) string {
	value := strings.TrimRight(r.getenv(name), "/")
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil ||
		strings.ContainsAny(value, "?#") {
		r.addProblem(name, "must be an http or https address without a query or a password")
	}
	return value
}

// origins reads a list separated by commas or spaces. Browsers compare origins exactly,
// so values that never match, such as one with a trailing slash or a wildcard, are
// refused.
func (r *reader) origins(name string) []string {
	all := strings.Fields(strings.ReplaceAll(r.getenv(name), ",", " "))
	for _, origin := range all {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || origin != u.Scheme+"://"+strings.ToLower(u.Host) ||
			u.Scheme != "http" && u.Scheme != "https" || strings.Contains(origin, "*") {
			r.addProblem(name, "must list origins such as https://app.example.com, in lower case and without a path")
			break
		}
	}
	return all
}

func (r *reader) integerOr(name string, fallback, least int64) int64 {
	value := r.getenv(name)
	if value == "" {
		return fallback
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < least {
		r.addProblem(name, fmt.Sprintf("must be a whole number, %d or more", least))
	}
	return n
}

// maxSeconds is the longest setting of a duration: a year.
const maxSeconds = 365 * 24 * 60 * 60

// secondsOr reads a duration in whole seconds, from one second to a year.
func (r *reader) secondsOr(name string, fallback time.Duration) time.Duration {
	seconds := r.integerOr(name, int64(fallback/time.Second), 1)
	if seconds > maxSeconds {
		r.addProblem(name, fmt.Sprintf("must be at most %d seconds", maxSeconds))
	}
	return time.Duration(seconds) * time.Second
}

// instant reads a time in RFC 3339; without a setting it is the zero value.
func (r *reader) instant(name string) time.Time {
	value := r.getenv(name)
	if value == "" {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		r.addProblem(name, "must be a time such as 2026-06-17T12:00:00Z")
	}
	return at
}

// sealingKey reads the ARN of the key that seals data keys, or a local key in base64. A
// local key may also have the name that it had in earlier versions. Problems do not
// repeat the value.
func (r *reader) sealingKey(name, earlierName string) (local []byte, arn string) {
	text := r.stringOr(name, r.getenv(earlierName))
	if strings.HasPrefix(text, "arn:") {
		return nil, text
	}
	local, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(local) < minKeyBytes {
		r.addProblem(name, fmt.Sprintf("must be the ARN of a symmetric KMS key, or at least %d bytes in base64", minKeyBytes))
	}
	return local, ""
}
