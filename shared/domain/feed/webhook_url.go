package feed

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/idna"

	"stint/shared/problem"
)

// WebhookURL is the address of a webhook. Its path and query may hold a secret, so it
// prints without them.
type WebhookURL string

// maxURL is the longest address of a webhook in bytes.
const maxURL = 2_000

// Allowed says which addresses a webhook may have.
func (WebhookURL) Allowed() string {
	return "must be an http or https address of at most 2,000 characters, without user, password and fragment"
}

// ParseText reads an address sent by a caller. Which hosts and ports are allowed is decided
// by shared/egress.
func (u *WebhookURL) ParseText(text string) problem.FieldCode {
	parsed, err := url.Parse(text)
	switch {
	case err != nil, len(text) > maxURL, strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' }):
		return problem.URLInvalid
	case parsed.Scheme != "https" && parsed.Scheme != "http", parsed.Hostname() == "", parsed.User != nil,
		strings.Contains(text, "#"):
		return problem.URLInvalid
	}
	*u = WebhookURL(text)
	return ""
}

// Host is the host of the address, without port, path and query. All spellings of a host are one: it is in lower case,
// without the dot of the root, a name in its ASCII form, and an address of IPv6 in its shortest form.
func (u WebhookURL) Host() string {
	parsed, err := url.Parse(string(u))
	if err != nil {
		return ""
	}
	host := parsed.Hostname()
	if address, err := netip.ParseAddr(host); err == nil {
		return address.Unmap().String()
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		return ascii
	}
	return host
}

// Reveal is the whole address.
func (u WebhookURL) Reveal() string { return string(u) }

// String is the host alone, so that a log never has the rest.
func (u WebhookURL) String() string { return u.Host() }
