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

type lookInput struct {
	Token wire.Optional[string] `query:"token"` // from the mail
}

// lookAnswer tells whether a mailed token is good for anything.
type lookAnswer struct {
	Valid     bool            `json:"valid"`
	Email     *domain.Email   `json:"email"`      // null for a dead token
	ExpiresAt *domain.Instant `json:"expires_at"` // null for a dead token
}

// look changes nothing. What is wrong with a link makes its token a dead one.
func (f *Family) look(ctx context.Context, c *route.Call[lookInput], _ *oidc.Client) (lookAnswer, error) {
	in, _, err := c.Read()
	if err != nil {
		return lookAnswer{}, err
	}
	token, ok, err := f.desk.ExternalLetter(ctx, in.Token.Value)
	if err != nil || !ok {
		return lookAnswer{}, err
	}
	return lookAnswer{Valid: true, Email: &token.Email, ExpiresAt: &token.ExpiresAt}, nil
}

type confirmInput struct {
	Body struct {
		Token wire.Optional[string] `json:"token" doc:"from the mail; must be given"`
	}
}

// confirm uses a mailed token up. Its holder reads the mail of the address, so
// they are let in.
func (f *Family) confirm(ctx context.Context, c *route.Call[confirmInput], _ *oidc.Client) (accounts.SessionAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	if !in.Body.Token.Set && issues.Clean("token") {
		issues.Add("token", problem.Required)
	}
	if err := issues.Err(); err != nil {
		return accounts.SessionAnswer{}, err
	}
	entered, err := f.desk.ConfirmExternal(ctx, c.Request, in.Body.Token.Value)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	return f.reception.Open(ctx, c.Request, entered)
}
