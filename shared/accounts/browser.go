package accounts

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/route"
)

// BrowserCookie is the cookie of a session of the pages on which users allow apps. No other part of the service takes
// it, and these pages take no other session.
const BrowserCookie = "stint_browser"

// browserPath is the path below which browsers send the cookie.
const browserPath = "/oauth"

// BrowserSession is the session of the browser that shows a page.
type BrowserSession struct {
	people.Session
	User people.User

	secret string // of the cookie
}

// FormKey is what only the pages of this session know, for the forms of one purpose. A form without it comes from
// elsewhere (CSRF).
func (b BrowserSession) FormKey(purpose string) string {
	return domain.Digest(b.secret + "\n" + purpose)
}

// SignInBrowser signs a user in to the pages and sends the cookie. Errors: as SignIn.
func (s *Service) SignInBrowser(ctx context.Context, r *route.Request, c Credentials) (SignedIn, error) {
	secret := rand.Text()
	signedIn, err := s.signIn(ctx, r, c, people.Session{Browser: domain.Digest(secret)})
	if err == nil {
		s.setBrowserCookie(r, signedIn.Session, secret)
	}
	return signedIn, err
}

func (s *Service) setBrowserCookie(r *route.Request, x people.Session, secret string) {
	value := strings.Join([]string{string(x.UserID), string(x.ID), secret}, ".")
	s.sendBrowserCookie(r, value, int(r.Now.SecondsUntil(x.ExpiresAt())))
}

func (s *Service) sendBrowserCookie(r *route.Request, value string, maxAge int) {
	r.SetCookie(&http.Cookie{
		Name: BrowserCookie, Value: value, Path: s.config.PublicPath() + browserPath, MaxAge: maxAge,
		HttpOnly: true, Secure: s.config.Secure(), SameSite: http.SameSiteLaxMode,
	})
}

// FindBrowserSession finds the session of the browser; nil without one that is valid.
func (s *Service) FindBrowserSession(ctx context.Context, r *route.Request) (*BrowserSession, error) {
	user, session, secret, ok := parseBrowserCookie(r.Cookie(BrowserCookie))
	if !ok {
		return nil, nil
	}
	found, err := s.store.Identity(ctx, people.IdentityQuery{UserID: user, SessionID: session})
	if err != nil || !found.HasValidSession(r.Now) || !isDigestOf(secret, found.Session.Browser) {
		return nil, err
	}
	return &BrowserSession{Session: *found.Session, User: *found.User, secret: secret}, nil
}

func parseBrowserCookie(value string) (user, session domain.ID, secret string, ok bool) {
	parts := strings.Split(value, ".")
	if len(parts) != 3 || parts[2] == "" {
		return "", "", "", false
	}
	user, isUser := domain.ParseID(parts[0])
	session, isSession := domain.ParseID(parts[1])
	return user, session, parts[2], isUser && isSession
}

func isDigestOf(secret, digest string) bool {
	return subtle.ConstantTimeCompare([]byte(domain.Digest(secret)), []byte(digest)) == 1
}

// EndBrowserSession signs the browser out.
func (s *Service) EndBrowserSession(ctx context.Context, r *route.Request, b BrowserSession) error {
	s.sendBrowserCookie(r, "", -1)
	return s.store.EndSessions(ctx, b.Session)
}
