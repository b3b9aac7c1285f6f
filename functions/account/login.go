package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/route"
)

// loginInput takes any text: an address that cannot be one is merely unknown,
// and what could not be a password is merely wrong.
type loginInput struct {
	Body struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	}
}

func (f *Family) login(ctx context.Context, c *route.Call[loginInput]) (accounts.SessionAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	user, err := f.accounts.Authenticate(ctx, in.Body.Email, in.Body.Password)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	signedIn, err := f.accounts.OpenSession(ctx, c.Request, user)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	return f.issuer.Issue(ctx, c.Request, signedIn)
}
