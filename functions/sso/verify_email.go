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

// mailedTokenAnswer tells whether a mailed token is good for anything.
type mailedTokenAnswer struct {
	Valid     bool            `json:"valid"`
	Email     *domain.Email   `json:"email"`      // null for a dead token
	ExpiresAt *domain.Instant `json:"expires_at"` // null for a dead token
}

// verifyEmail changes nothing. What is wrong with a link makes its token a dead one.
func (f *Family) verifyEmail(ctx context.Context, c *route.Call[verifyEmailInput], _ *oidc.Client) (mailedTokenAnswer, error) {
	in, _, err := c.Read()
	if err != nil {
		return mailedTokenAnswer{}, err
	}
	token, ok, err := f.accounts.FindExternalToken(ctx, in.Token.Value)
	if err != nil || !ok {
		return mailedTokenAnswer{}, err
	}
	return mailedTokenAnswer{Valid: true, Email: &token.Email, ExpiresAt: &token.ExpiresAt}, nil
}
