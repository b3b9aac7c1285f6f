package pages

import (
	"context"

	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

func (f *Family) verifyPage(ctx context.Context, c *route.Call[linked]) (page.Page, error) {
	token, err := tokenOf(c)
	if err != nil {
		return page.Page{}, err
	}
	letter, ok, err := f.desk.Letter(ctx, domain.MailVerifyEmail, token)
	if err != nil {
		return page.Page{}, err
	}
	if !ok {
		return deadVerification(), nil
	}
	return sheet{
		Heading: "Confirm your e-mail address",
		Lines:   []string{"Is " + letter.User.Email.Masked() + " your address? Then confirm it here."},
		Form:    &form{Action: f.base + verifyPath, Token: token, Button: "Confirm address"},
		After:   []string{"If you did not open an account with Stint, close this page: without your confirmation nobody can use your address."},
	}.page(nil), nil
}

type verifyInput struct {
	Form struct {
		Token wire.Optional[string] `form:"token"` // from the mail
	}
}

func (f *Family) confirmEmail(ctx context.Context, c *route.Call[verifyInput]) (page.Page, error) {
	if err := f.desk.OwnForm(c.Request); err != nil {
		return page.Page{}, err
	}
	in, err := c.Valid()
	if err != nil {
		return page.Page{}, err
	}
	_, err = f.desk.VerifyEmail(ctx, sentToken(c.Request, in.Form.Token))
	if problem.Is(err, problem.Validation) {
		return deadVerification(), nil
	}
	return sheet{
		Heading: "Your address is confirmed",
		Lines:   []string{"Thank you. There is nothing more to do: you can close this page."},
	}.page(nil), err
}

func deadVerification() page.Page {
	return deadLink(errDead,
		"It was used before, is older than 24 hours, or was not copied whole.",
		"If you have confirmed your address already, there is nothing to do. If not, sign in and ask for a new mail.",
	)
}
