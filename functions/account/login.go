package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/route"
	"stint/shared/wire"
)

// loginInput accepts any text. A malformed address is answered like an unknown
// one, and a password of an invalid length like a wrong one.
type loginInput struct {
	Body struct {
		Email    string `json:"email"`
		Password string `json:"password"`

		Code wire.Optional[string] `json:"code" doc:"of the second factor, where the account has one: a code of the app or a recovery code"`
	}
}

func (f *Family) login(ctx context.Context, c *route.Call[loginInput]) (accounts.SessionAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	signedIn, err := f.accounts.SignIn(ctx, c.Request, in.Body.Email, in.Body.Password, in.Body.Code.Value)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	return f.issuer.Issue(ctx, c.Request, signedIn)
}
