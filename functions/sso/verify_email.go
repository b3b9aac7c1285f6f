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

// mailedTokenAnswer says whether a mailed token is valid.
type mailedTokenAnswer struct {
	Valid     bool            `json:"valid"`      // Whether the token can still be used.
	Email     *domain.Email   `json:"email"`      // null when the token is invalid
	ExpiresAt *domain.Instant `json:"expires_at"` // null when the token is invalid
}

// verifyEmail checks a token and changes nothing. Any error in the link makes the
// token invalid.
func (f *Family) verifyEmail(ctx context.Context, c *route.Call[verifyEmailInput],
	_ *oidc.Client) (mailedTokenAnswer, error) {
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

type confirmEmailInput struct {
	Body struct {
		Token wire.Optional[string] `json:"token"` // from the mail; must be given
		// of the second factor, where the account of the address has one: a code of the app or a recovery code
		Code wire.Optional[string] `json:"code"`
	}
}

// confirmEmail uses a mailed token and signs its holder in, who has proven that they
// read the mail of the address. An account with a second factor also needs a code.
func (f *Family) confirmEmail(ctx context.Context, c *route.Call[confirmEmailInput],
	_ *oidc.Client) (accounts.SessionAnswer, error) {
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
	signedIn, err := f.accounts.ConfirmExternal(ctx, c.Request,
		accounts.ExternalConfirmation{Token: in.Body.Token.Value, Code: in.Body.Code.Value, Prepare: f.issuer.Prepare})
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	return signedIn.Send(c.Request), nil
}
