package sso

import (
	"context"

	"stint/shared/domain"
	"stint/shared/oidc"
	"stint/shared/route"
	"stint/shared/wire"
)

type verifyEmailInput struct {
	Token wire.Optional[string] `query:"token"` // from the mail
}

// mailedTokenAnswer says whether a mailed token is valid.
type mailedTokenAnswer struct {
	Valid     bool            `json:"valid"`
	Email     *domain.Email   `json:"email"`      // null when the token is invalid
	ExpiresAt *domain.Instant `json:"expires_at"` // null when the token is invalid
}

// verifyEmail checks a token and changes nothing. Any error in the link makes the
// token invalid.
func (f *Family) verifyEmail(ctx context.Context, c *route.Call[verifyEmailInput], _ *oidc.Client) (mailedTokenAnswer, error) {
	in, err := c.ReadTolerant()
	if err != nil {
		return mailedTokenAnswer{}, err
	}
	token, ok, err := f.accounts.FindExternalToken(ctx, in.Token.Value)
	if err != nil || !ok {
		return mailedTokenAnswer{}, err
	}
	return mailedTokenAnswer{Valid: true, Email: &token.Email, ExpiresAt: &token.ExpiresAt}, nil
}
