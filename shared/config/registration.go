package config

import (
	"regexp"
	"slices"
	"strings"
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

// oneOfOr reads one of several words; without a setting it is the fallback.
func (r *reader) oneOfOr(name, fallback string, others ...string) string {
	value := r.stringOr(name, fallback)
	if value != fallback && !slices.Contains(others, value) {
		allowed := slices.Compact(append([]string{fallback}, others...))
		r.addProblem(name, "must be one of "+strings.Join(allowed, ", "))
	}
	return value
}

// MailDomain is the form of a mail domain in a setting: letters of any script, digits,
// dots and hyphens.
var MailDomain = regexp.MustCompile(`^[\pL\pN-]+(\.[\pL\pN-]+)+$`)

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
