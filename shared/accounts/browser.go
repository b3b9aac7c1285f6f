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

// The paths of the pages on which users allow apps.
const (
	AuthorizePath = browserPath + "/authorize"
	DevicePath    = browserPath + "/device"
)

// SignInErrorField is the parameter with which a flow returns to a page that signed nobody in: the code of the problem.
const SignInErrorField = "sign_in_error"

// LeadsToPages reports whether an address is that of a page on which users allow apps, as a path on this site. A
// sign-in that returns there opens a session of the pages.
func (s *Service) LeadsToPages(address string) bool {
	path, _, _ := strings.Cut(address, "?")
	path, isBelow := strings.CutPrefix(path, s.config.PublicPath())
	return isBelow && (path == AuthorizePath || path == DevicePath)
}

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
	signedIn, err := s.SignIn(ctx, r, c, s.PrepareForPages)
	if err == nil {
		signedIn.Send(r)
	}
	return signedIn, err
}

// PrepareForPages makes a new session one of the pages, with its cookie. It does not fail.
func (s *Service) PrepareForPages(_ context.Context, r *route.Request, in *SignedIn) error {
	secret := rand.Text()
	in.Session.Browser = domain.Digest(secret)
	in.cookie = s.newBrowserCookie(strings.Join([]string{string(in.Session.UserID), string(in.Session.ID), secret}, "."))
	in.cookie.MaxAge = int(r.Now.SecondsUntil(in.Session.ExpiresAt()))
	return nil
}

func (s *Service) newBrowserCookie(value string) *http.Cookie {
	return &http.Cookie{
		Name: BrowserCookie, Value: value, Path: s.config.PublicPath() + browserPath,
		HttpOnly: true, Secure: s.config.Secure(), SameSite: http.SameSiteLaxMode,
	}
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
	cookie := s.newBrowserCookie("")
	cookie.MaxAge = -1
	r.SetCookie(cookie)
	return s.store.EndSessions(ctx, b.Session)
}
