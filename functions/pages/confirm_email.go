package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type confirmEmailInput struct {
	Form struct {
		Token wire.Optional[string] `form:"token"` // from the mail
	}
}

func (f *Family) confirmEmail(ctx context.Context, c *route.Call[confirmEmailInput]) (page.Page, error) {
	if err := f.accounts.CheckFormOrigin(c.Request); err != nil {
		return page.Page{}, err
	}
	in, issues, err := c.Read()
	if err != nil {
		return page.Page{}, err
	}
	token := submittedToken(c.Request, in.Form.Token)
	if err := issues.Err(); err != nil {
		return page.Page{}, err
	}
	_, err = f.accounts.VerifyEmail(ctx, token)
	if problem.Is(err, problem.CodeValidation) {
		return invalidVerificationPage(), nil
	}
	return view{
		Heading: "Your address is confirmed",
		Lines:   []string{"Thank you. You can close this page."},
	}.toPage(nil), err
}
