package config

import (
	"strings"

	"stint/shared/pattern"
)

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
