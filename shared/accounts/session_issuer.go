package accounts

import (
	"context"
	"time"

	"stint/shared/auth/token"
	"stint/shared/route"
)

// SessionIssuer makes the access token and the refresh cookie of a session. Only
// families that may use the signing key have one.
type SessionIssuer struct {
	service *Service
	issuer  *token.Issuer
}

// NewSessionIssuer makes a session issuer.
func NewSessionIssuer(s *Service, issuer *token.Issuer) *SessionIssuer {
	return &SessionIssuer{s, issuer}
}

// Issue issues the credentials of a session: the access token in the answer, and the
// refresh token in a cookie that scripts cannot read.
func (i *SessionIssuer) Issue(ctx context.Context, r *route.Request, signedIn SignedIn) (SessionAnswer, error) {
	answer, err := i.IssueAccessToken(ctx, r, signedIn, r.Now.Add(token.AccessTTL))
	if err != nil {
		return answer, err
	}
	return answer, i.service.SetRefreshCookie(ctx, r, signedIn.Session)
}

// IssueAccessToken makes the answer with an access token that expires at the given
// time. The refresh token stays as it is.
func (i *SessionIssuer) IssueAccessToken(ctx context.Context, r *route.Request, signedIn SignedIn, until time.Time) (SessionAnswer, error) {
	access, err := i.issuer.Issue(ctx, token.Claims{
		Subject: signedIn.User.ID, SessionID: signedIn.Session.ID, WorkspaceID: signedIn.Session.WorkspaceID, ExpiresAt: until,
		AuthTime: signedIn.Session.AuthTime().Time,
	})
	if err != nil {
		return SessionAnswer{}, err
	}
	return SessionAnswer{
		AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(until.Sub(r.Now.Time) / time.Second),
		User: UserAnswerOf(signedIn.User), Workspace: signedIn.Workspace,
	}, nil
}
