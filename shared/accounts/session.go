package accounts

import (
	"net/http"
	"strings"

	"stint/shared/auth/refresh"
	"stint/shared/domain"
	"stint/shared/route"
)

// RefreshCookie is the cookie that carries the refresh token.
const RefreshCookie = "stint_refresh"

// NewSession is a session of the browser or program that asks, with an active
// workspace; "" for none.
func NewSession(r *route.Request, u domain.User, workspace domain.ID) domain.Session {
	return domain.Session{
		ID: domain.NewID(), UserID: u.ID, WorkspaceID: workspace, RotatedAt: r.Now, Epoch: u.Epoch,
		UserAgent: userAgentOf(r), CreatedAt: r.Now,
	}
}

// maxUserAgent is how much of a User-Agent is kept, in characters.
const maxUserAgent = 200

// userAgentOf tells people their sessions apart. It is shown to nobody else.
func userAgentOf(r *route.Request) string {
	agent := []rune(strings.ToValidUTF8(r.Header("User-Agent"), ""))
	return string(agent[:min(len(agent), maxUserAgent)])
}

// SetRefreshCookie hands out the refresh token of a session, out of reach of scripts.
func (d *Service) SetRefreshCookie(r *route.Request, session domain.Session) {
	value := d.refresh.Encode(refresh.Token{UserID: session.UserID, SessionID: session.ID, WorkspaceID: session.WorkspaceID, Counter: session.Generation})
	cookie := d.newRefreshCookie(value)
	cookie.MaxAge = int(r.Now.SecondsUntil(session.ExpiresAt()))
	r.SetCookie(cookie)
}

// ClearRefreshCookie makes the browser forget the refresh token.
func (s *Service) ClearRefreshCookie(r *route.Request) {
	cookie := s.newRefreshCookie("")
	cookie.MaxAge = -1
	r.SetCookie(cookie)
}

func (s *Service) newRefreshCookie(value string) *http.Cookie {
	return &http.Cookie{
		Name: RefreshCookie, Value: value, Path: s.config.PublicPath() + "/api/auth",
		HttpOnly: true, Secure: s.config.Secure(), SameSite: http.SameSiteLaxMode,
	}
}
