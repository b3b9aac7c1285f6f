package config

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"

	"stint/shared/pattern"
)

// ReportTo is the URI for reports of vulnerabilities: SecurityContact, or the mailbox that
// RFC 2142 names for the host of PublicURL.
func (c Config) ReportTo() string {
	if c.SecurityContact != "" {
		return c.SecurityContact
	}
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return "mailto:security@localhost"
	}
	return "mailto:security@" + u.Hostname()
}

// contact reads an https or mailto URI; "" when there is none.
func (r *reader) contact(name string) string {
	value := r.getenv(name)
	u, err := url.Parse(value)
	valid := err == nil && (u.Scheme == "https" && u.Host != "" || u.Scheme == "mailto" && strings.Contains(u.Opaque, "@"))
	if value != "" && (!valid || strings.ContainsAny(value, " \r\n")) {
		r.addProblem(name, "must be an https or mailto address")
	}
	return value
}

// verification reads whether some acts need a proven e-mail address. By default they do
// where mail leaves the machine: not at home, and not without a sender.
func (r *reader) verification(name, env string) bool {
	fallback := "required"
	if env == "local" || r.getenv("MAIL_FROM") == "" {
		fallback = "off"
	}
	return r.oneOfOr(name, fallback, "required", "off") == "required"
}

// oneOfOr is oneOf with the word that counts without a setting.
func (r *reader) oneOfOr(name, fallback string, allowed ...string) string {
	if r.getenv(name) == "" {
		return fallback
	}
	return r.oneOf(name, allowed...)
}

// MailDomain is the form of a mail domain in a setting: letters of any script, digits,
// dots and hyphens.
var MailDomain = pattern.New(`^[\pL\pN-]+(\.[\pL\pN-]+)+$`)

// mailDomains reads a list separated by commas or spaces.
func (r *reader) mailDomains(name string) []string {
	all := strings.Fields(strings.ToLower(strings.ReplaceAll(r.getenv(name), ",", " ")))
	for _, domain := range all {
		if !MailDomain.MatchString(domain) {
			r.addProblem(name, "must list mail domains such as example.com, without an @")
			break
		}
	}
	return all
}

// Limits bound what one party may use up. A limit of 0 is none.
type Limits struct {
	FailuresPerDay   int // wrong passwords a day and account, from networks that it never signed in from
	MailPerRecipient int // mails of one kind a day and recipient
	MailPerSender    int // mails a day that one user causes
	MailPerWorkspace int // mails a day that the members of a workspace cause
	PerCaller        int // requests a minute of one user, with all sessions and API keys
	PerWorkspace     int // requests a minute in one workspace
	WebhookHost      int // requests a minute that the webhooks of a workspace send to one host
	Webhooks         int // requests a minute that the webhooks of a workspace send
	Workspaces       int // that one user has made and that exist
	Sessions         int // of one user at a time
	APIKeys          int // valid ones of one user in one workspace
	Apps             int // grants of one user, in all workspaces
}

// readLimits reads those limits that are settings. The others are numbers.
func readLimits(r *reader) Limits {
	return Limits{
		MailPerRecipient: int(r.integerOr("LIMIT_MAIL_PER_RECIPIENT", 5, 0)),
		MailPerSender:    int(r.integerOr("LIMIT_MAIL_PER_SENDER", 50, 0)),
		MailPerWorkspace: int(r.integerOr("LIMIT_MAIL_PER_WORKSPACE", 200, 0)),
		PerCaller:        int(r.integerOr("LIMIT_PER_CALLER", 600, 0)),
		PerWorkspace:     int(r.integerOr("LIMIT_PER_WORKSPACE", 6000, 0)),
		WebhookHost:      int(r.integerOr("WEBHOOK_RATE_HOST", 600, 0)),
		Webhooks:         int(r.integerOr("WEBHOOK_RATE", 1200, 0)),
		FailuresPerDay:   100,
		Workspaces:       20, Sessions: 50, APIKeys: 50, Apps: 50,
	}
}

// DefaultPurgeAfterDays is the default of PurgeAfterDays, MaxPurgeAfterDays its upper
// bound.
const (
	DefaultPurgeAfterDays = 14
	MaxPurgeAfterDays     = 3_650
)

// daysOr reads a number of days, 0 to most.
func (r *reader) daysOr(name string, fallback, most int64) int {
	days := r.integerOr(name, fallback, 0)
	if days > most {
		r.addProblem(name, fmt.Sprintf("must be %d or less", most))
	}
	return int(days)
}

// SealedPrefix is the prefix of a secret that KMS has encrypted. The ciphertext in
// base64 follows.
const SealedPrefix = "kms:"

// Secret is a setting that must not be logged: in plain text, or sealed (encrypted) by
// KMS. It never prints its value.
type Secret struct {
	Plain  string
	Sealed []byte // nil when the secret is in plain text
}

// String hides the secret.
func (Secret) String() string { return "(secret)" }

// GoString hides the secret.
func (Secret) GoString() string { return "(secret)" }

// secret reads a secret. Problems do not repeat the value.
func (r *reader) secret(name string) Secret {
	text := r.required(name)
	sealed, isSealed := strings.CutPrefix(text, SealedPrefix)
	if !isSealed {
		return Secret{Plain: text}
	}
	data, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil || len(data) == 0 {
		r.addProblem(name, "must be a ciphertext of KMS in base64 after "+SealedPrefix)
	}
	return Secret{Sealed: data}
}
