package oauth

import (
	"crypto/rand"
	"net/http"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/pattern"
)

// BrowserCookie is the cookie that binds a flow to the browser that started it. An
// attacker who starts a flow and makes another user finish it fails, because the
// user's browser does not have the attacker's cookie.
const BrowserCookie = "stint_oauth"

// BrowserID is the value of the cookie: 256 random bits.
type BrowserID string

var browserIDPattern = pattern.New(`^[A-Za-z0-9_-]{43}$`)

// BrowserIDOf reads the value of the cookie that a browser sent. Without a valid one,
// it makes a new id. A browser keeps its id, so that two flows in two windows can
// both be finished.
func BrowserIDOf(sent string) BrowserID {
	if browserIDPattern.MatchString(sent) {
		return BrowserID(sent)
	}
	raw := make([]byte, stateBytes)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	return BrowserID(encoding.EncodeToString(raw))
}

// Digest is the form in which a browser id is stored.
func (b BrowserID) Digest() string { return derive.TokenDigest(string(b)) }

// Cookie makes the cookie for requests below a path. It lives as long as a state.
// SameSite=Lax is enough: the provider sends the browser back with a plain link, and
// browsers send Lax cookies with those.
func (b BrowserID) Cookie(path string, secure bool) *http.Cookie {
	return &http.Cookie{
		Name: BrowserCookie, Value: string(b), Path: path, MaxAge: int(domain.OAuthStateLifetime.Seconds()),
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
}
