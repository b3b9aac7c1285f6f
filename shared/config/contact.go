package config

import (
	"net/url"
	"strings"
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
