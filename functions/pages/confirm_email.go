package pages

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type confirmEmailInput struct {
	Form struct {
		Token    wire.Optional[string] `form:"token"`    // from the mail
		Password wire.Optional[string] `form:"password"` // of the account
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
	_, err = f.accounts.VerifyEmail(ctx, c.Now, accounts.EmailConfirmation{Token: token, Password: in.Form.Password})
	if problem.Is(err, problem.CodeValidation) {
		return f.showVerificationAgain(ctx, token, err)
	}
	return view{
		Heading: "Your address is confirmed",
		Lines: []string{
			"Thank you. You can close this page.",
			"Everyone who was signed in to this account is signed out, and API keys that were made before have ended.",
		},
	}.toPage(nil), err
}

// showVerificationAgain shows the form with its errors, or that the link is invalid.
func (f *Family) showVerificationAgain(ctx context.Context, token string, wrong error) (page.Page, error) {
	mailed, ok, err := f.accounts.FindMailedToken(ctx, domain.MailVerifyEmail, token)
	if err != nil {
		return page.Page{}, err
	}
	if !ok {
		return invalidVerificationPage(), nil
	}
	again := f.newVerificationView(mailed, token)
	again.Form.markErrors(wrong)
	return again.toPage(wrong), nil
}
