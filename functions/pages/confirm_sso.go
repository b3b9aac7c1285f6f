package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type confirmSSOInput struct {
	Form struct {
		Token wire.Optional[string] `form:"token"` // from the mail
	}
}

// confirmSSO uses the token and signs its holder in.
func (f *Family) confirmSSO(ctx context.Context, c *route.Call[confirmSSOInput]) (page.Page, error) {
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
	signedIn, err := f.accounts.ConfirmExternal(ctx, c.Request, token)
	if problem.Is(err, problem.CodeValidation) {
		return invalidConfirmationPage(), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	if err := f.accounts.SetRefreshCookie(ctx, c.Request, signedIn.Session); err != nil {
		return page.Page{}, err
	}
	return view{
		Heading: "You are signed in",
		Lines:   []string{"Your sign-in is confirmed. Next time, single sign-on works without a confirmation. You can close this page."},
	}.toPage(nil), nil
}
