package sso

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/oidc"
	"stint/shared/problem"
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

type confirmEmailInput struct {
	Body struct {
		Token wire.Optional[string] `json:"token" doc:"from the mail; must be given"`
	}
}

// confirmEmail uses a mailed token up. Its holder reads the mail of the address, so
// they are let in.
func (f *Family) confirmEmail(ctx context.Context, c *route.Call[confirmEmailInput], _ *oidc.Client) (accounts.SessionAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	if !in.Body.Token.Set && issues.IsClean("token") {
		issues.Add("token", problem.Required)
	}
	if err := issues.Err(); err != nil {
		return accounts.SessionAnswer{}, err
	}
	signedIn, err := f.accounts.ConfirmExternal(ctx, c.Request, in.Body.Token.Value)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	return f.issuer.Issue(ctx, c.Request, signedIn)
}
