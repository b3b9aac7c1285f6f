package people

import (
	"crypto/subtle"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"stint/shared/domain"
	"stint/shared/problem"
)

// OAuthClient is an app that a workspace registered. It serves the members of the workspace.
type OAuthClient struct {
	ID           domain.ID      `db:"id"`
	WorkspaceID  domain.ID      `db:"wid"`
	Name         domain.Name    `db:"name"`
	RedirectURIs []RedirectURI  `db:"uris"`
	Secret       string         `db:"secret,omitempty"` // SHA-256 of the secret in hex; "" unless it is confidential
	CreatedAt    domain.Instant `db:"created"`
	CreatedBy    domain.ID      `db:"maker"`
	Version      int64          `db:"ver"`

	// UnprovenMaker is who made it, or first changed its addresses or its secret, with an account whose address was
	// unproven then; "" without one. The first proof of that account voids the client for good.
	UnprovenMaker domain.ID `db:"unproven,omitempty"`
}

// MadeBy is the client after a user made it, or changed its addresses or its secret; see UnprovenMaker.
func (c OAuthClient) MadeBy(u User) OAuthClient {
	if c.UnprovenMaker == "" && !u.EmailVerified {
		c.UnprovenMaker = u.ID
	}
	return c
}

// MaxOAuthClients is how many apps a workspace may register.
const MaxOAuthClients = 50

// IsConfidential reports whether the app has a secret.
func (c OAuthClient) IsConfidential() bool { return c.Secret != "" }

// App is the app of the client, without the host at which it asks to be answered.
func (c OAuthClient) App() App { return App{ClientID: string(c.ID), Name: c.Name, Kind: AppRegistered} }

// HasSecret reports whether a secret is that of the client.
func (c OAuthClient) HasSecret(secret string) bool {
	return c.IsConfidential() && subtle.ConstantTimeCompare([]byte(domain.Digest(secret)), []byte(c.Secret)) == 1
}

// RedirectURI is an address that a client may ask to be answered at.
type RedirectURI string

// maxRedirectURI is the longest of them in bytes.
const maxRedirectURI = 2_000

// Allowed says which addresses may be registered.
func (RedirectURI) Allowed() string {
	return "must be an https address, or an http address of the loopback interface, of at most 2,000 characters, " +
		"without user, password, fragment and the parameters code, state, iss, error and error_description"
}

// answerParameters are the parameters that an answer adds to the address. None may be there twice (RFC 6749, section
// 3.1).
var answerParameters = []string{"code", "state", "iss", "error", "error_description"}

// ParseText reads an address sent by a caller. Errors: url_invalid.
func (r *RedirectURI) ParseText(text string) problem.FieldCode {
	parsed, err := url.Parse(text)
	switch {
	case err != nil, len(text) > maxRedirectURI,
		strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' }):
		return problem.URLInvalid
	case !isHost(parsed), parsed.User != nil, parsed.Opaque != "", strings.ContainsAny(text, "#\\"):
		return problem.URLInvalid
	case parsed.Scheme != "https" && !(parsed.Scheme == "http" && IsLoopback(parsed.Hostname())):
		return problem.URLInvalid
	case slices.ContainsFunc(answerParameters, parsed.Query().Has):
		return problem.URLInvalid
	}
	*r = RedirectURI(text)
	return ""
}

// lettersOfHosts are those of host names (RFC 1123, section 2.1).
const lettersOfHosts = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."

// isHost reports whether the host of an address is a name or an IP address, and its port a number. Pages name both in
// a header, so nothing else may be in them.
func isHost(u *url.URL) bool {
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return false
		}
	}
	host := u.Hostname()
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Zone() == "" || host != "" && strings.Trim(host, lettersOfHosts) == ""
}

// Covers reports whether answers may be sent to an address: exactly the registered one, or for an address of the
// loopback interface one with another port (RFC 8252, section 7.3).
func (r RedirectURI) Covers(address string) bool {
	if string(r) == address {
		return true
	}
	want, isLoopback := withoutLoopbackPort(string(r))
	got, ok := withoutLoopbackPort(address)
	return isLoopback && ok && want == got
}

// withoutLoopbackPort is an address of the loopback interface without its port; ok is false for another address.
func withoutLoopbackPort(address string) (_ string, ok bool) {
	var valid RedirectURI
	u, err := url.Parse(address)
	if valid.ParseText(address) != "" || err != nil || u.Scheme != "http" {
		return "", false
	}
	host := strings.TrimSuffix(u.Host, ":"+u.Port())
	return strings.Replace(address, u.Host, host, 1), true
}

// IsLoopback reports whether a host is the machine itself.
func IsLoopback(host string) bool { return host == "127.0.0.1" || host == "::1" || host == "localhost" }
