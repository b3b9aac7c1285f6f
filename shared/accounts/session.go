package accounts

import (
	"context"
	"net/http"
	"strings"

	"stint/shared/auth/refresh"
	"stint/shared/domain"
	"stint/shared/route"
)

// RefreshCookie is the cookie that carries the refresh token.
const RefreshCookie = "stint_refresh"

// NewSession makes a session for the client of the request, whose user has just proved
// who they are. workspace is the active one; "" for none.
func NewSession(r *route.Request, u domain.User, by domain.SignInMethod, workspace domain.ID) domain.Session {
	session := domain.Session{
		ID: domain.NewID(), UserID: u.ID, WorkspaceID: workspace, RotatedAt: r.Now, Epoch: u.Epoch,
		UserAgent: userAgentOf(r), CreatedAt: r.Now, Network: domain.NetworkOf(r.ClientAddress()),
	}
	return session.ProvedNow(by, r.Now)
}

// maxUserAgent is the longest User-Agent that is kept, in characters.
const maxUserAgent = 200

// userAgentOf is the shortened User-Agent. It helps users to recognise their sessions
// and is shown only to them.
func userAgentOf(r *route.Request) string {
	agent := []rune(strings.ToValidUTF8(r.Header("User-Agent"), ""))
	return string(agent[:min(len(agent), maxUserAgent)])
}

// SetRefreshCookie sends the refresh token of a session in a cookie that scripts
// cannot read. Errors: service_unavailable.
func (s *Service) SetRefreshCookie(ctx context.Context, r *route.Request, session domain.Session) error {
	value, err := s.refresh.Encode(ctx, refresh.Token{UserID: session.UserID, SessionID: session.ID, WorkspaceID: session.WorkspaceID, Counter: session.Generation})
	if err != nil {
		return err
	}
	cookie := s.newRefreshCookie(value)
	cookie.MaxAge = int(r.Now.SecondsUntil(session.ExpiresAt()))
	r.SetCookie(cookie)
	return nil
}

// ClearRefreshCookie makes the browser delete the refresh token.
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
