package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
)

// loginInput accepts any text. A malformed address is answered like an unknown
// one, and a password of an invalid length like a wrong one.
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
	signedIn, err := f.accounts.OpenSession(ctx, c.Request, user, domain.ByPassword)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	return f.issuer.Issue(ctx, c.Request, signedIn)
}
