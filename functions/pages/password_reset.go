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

func (f *Family) passwordReset(ctx context.Context, c *route.Call[linkInput]) (page.Page, error) {
	token, err := readToken(c)
	if err != nil {
		return page.Page{}, err
	}
	mailed, ok, err := f.accounts.FindMailedToken(ctx, domain.MailPasswordReset, token)
	if err != nil {
		return page.Page{}, err
	}
	if !ok {
		return invalidResetPage(), nil
	}
	return f.newResetView(mailed, token).toPage(nil), nil
}

func (f *Family) newResetView(l accounts.MailedToken, token string) view {
	return view{
		Heading: "Choose a new password",
		Lines:   []string{"It is for the account of " + l.User.Email.Mask() + ". All devices will be signed out, and all API keys will be revoked."},
		Form: &form{
			Action: f.basePath + resetPath, Token: token, Button: "Save the password",
			Fields: []field{newPasswordField("newPassword", "New password")},
		},
		After: []string{"If you did not request this, close this page. Your password stays as it is."},
	}
}

type resetPasswordInput struct {
	Form struct {
		Token       wire.Optional[string] `form:"token"` // from the mail
		NewPassword string                `form:"newPassword"`
	}
}

func (f *Family) resetPassword(ctx context.Context, c *route.Call[resetPasswordInput]) (page.Page, error) {
	if err := f.accounts.CheckFormOrigin(c.Request); err != nil {
		return page.Page{}, err
	}
	in, issues, err := c.Read()
	if err != nil {
		return page.Page{}, err
	}
	token := submittedToken(c.Request, in.Form.Token)
	mailed, ok, err := f.accounts.FindMailedToken(ctx, domain.MailPasswordReset, token)
	if err != nil {
		return page.Page{}, err
	}
	if !ok {
		return invalidResetPage(), nil
	}
	accounts.CheckPassword(issues, "newPassword", in.Form.NewPassword, mailed.User.Email)
	if err := issues.Err(); err != nil {
		again := f.newResetView(mailed, token)
		again.Form.markErrors(err)
		return again.toPage(err), nil
	}
	err = f.accounts.ResetPassword(ctx, c.Now, accounts.PasswordReset{Token: mailed, Password: in.Form.NewPassword})
	if problem.Is(err, problem.CodeValidation) {
		return invalidResetPage(), nil
	}
	return view{
		Heading: "Your password is changed",
		Lines:   []string{"All devices were signed out, and all API keys were revoked. Sign in with the new password. You can close this page."},
	}.toPage(nil), err
}

func invalidResetPage() page.Page {
	return invalidLinkPage(errTokenInvalid,
		"It was used before, is older than an hour, or was not copied completely, or the password was changed after it was sent.",
		"If you still need a new password, request another mail where you sign in, and use the newest one.",
	)
}
