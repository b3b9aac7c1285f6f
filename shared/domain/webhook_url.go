package domain

import (
	"net/url"
	"strings"

	"stint/shared/problem"
)

// WebhookURL is the address of a webhook. Its path and query may hold a secret, so it
// prints without them.
type WebhookURL string

// maxURL is the longest address of a webhook in bytes.
const maxURL = 2_000

// ParseText reads an address sent by a caller. Which hosts and ports are allowed is decided
// by shared/egress.
func (u *WebhookURL) ParseText(text string) problem.FieldCode {
	parsed, err := url.Parse(text)
	switch {
	case err != nil, len(text) > maxURL, strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' }):
		return problem.URLInvalid
	case parsed.Scheme != "https" && parsed.Scheme != "http", parsed.Hostname() == "", parsed.User != nil, strings.Contains(text, "#"):
		return problem.URLInvalid
	}
	*u = WebhookURL(text)
	return ""
}

// Host is the host of the address, without port, path and query.
func (u WebhookURL) Host() string {
	parsed, err := url.Parse(string(u))
	if err != nil {
		return ""
	}
	return parsed.Hostname()
}

// Reveal is the whole address.
func (u WebhookURL) Reveal() string { return string(u) }

// String is the host alone, so that a log never has the rest.
func (u WebhookURL) String() string { return u.Host() }
