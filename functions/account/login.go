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
	in, err := c.Valid()
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	user, err := f.desk.Recognise(ctx, in.Body.Email, in.Body.Password)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	entered, err := f.desk.Enter(ctx, c.Request, user)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	return f.reception.Open(ctx, c.Request, entered)
}
