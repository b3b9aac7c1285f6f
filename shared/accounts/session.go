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
		UserAgent: agentOf(r), CreatedAt: r.Now,
	}
}

// maxAgent is how much of a User-Agent is kept, in characters.
const maxAgent = 200

// agentOf tells people their sessions apart. It is shown to nobody else.
func agentOf(r *route.Request) string {
	agent := []rune(strings.ToValidUTF8(r.Header("User-Agent"), ""))
	return string(agent[:min(len(agent), maxAgent)])
}

// SetCookie hands out the refresh token of a session, out of reach of scripts.
func (d *Desk) SetCookie(r *route.Request, s domain.Session) {
	value := d.refresh.Encode(refresh.Token{UserID: s.UserID, SessionID: s.ID, WorkspaceID: s.WorkspaceID, Counter: s.Counter})
	cookie := d.cookie(value)
	cookie.MaxAge = int(r.Now.SecondsUntil(s.EndsAt()))
	r.SetCookie(cookie)
}

// ClearCookie makes the browser forget the refresh token.
func (d *Desk) ClearCookie(r *route.Request) {
	cookie := d.cookie("")
	cookie.MaxAge = -1
	r.SetCookie(cookie)
}

func (d *Desk) cookie(value string) *http.Cookie {
	return &http.Cookie{
		Name: RefreshCookie, Value: value, Path: d.config.PublicPath() + "/api/auth",
		HttpOnly: true, Secure: d.config.Secure(), SameSite: http.SameSiteLaxMode,
	}
}
