package oauth

import (
	"crypto/rand"
	"net/http"
	"regexp"

	"stint/shared/auth/derive"
	"stint/shared/domain"
)

// BrowserCookie is the cookie that ties visits to providers to a browser. One
// who lures somebody else into finishing a visit of theirs does not have it.
const BrowserCookie = "stint_oauth"

// BrowserID is what a browser's cookie holds: 256 random bits.
type BrowserID string

var browserIDPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// BrowserIDOf is the browser that sent the cookie's value. One that sent none of
// ours gets a new one; one that did keeps it, so that two visits begun side by
// side can both be finished.
func BrowserIDOf(sent string) BrowserID {
	if browserIDPattern.MatchString(sent) {
		return BrowserID(sent)
	}
	raw := make([]byte, stateBytes)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	return BrowserID(encoding.EncodeToString(raw))
}

// Digest is the form in which a browser is kept.
func (b BrowserID) Digest() string { return derive.TokenDigest(string(b)) }

// Cookie brings the browser back to us under a path, as long as a state lives.
// A provider sends the browser from another site by a plain link, which
// SameSite=Lax lets pass.
func (b BrowserID) Cookie(path string, secure bool) *http.Cookie {
	return &http.Cookie{
		Name: BrowserCookie, Value: string(b), Path: path, MaxAge: int(domain.OAuthStateLifetime.Seconds()),
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
}
