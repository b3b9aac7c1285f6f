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
	p := readerOf(c.Request, mailed.User.Language)
	if !ok {
		return invalidResetPage(p), nil
	}
	return f.newResetView(p, mailed, token).Page(p, nil), nil
}

func (f *Family) newResetView(p reader, mailed accounts.MailedToken, token string) view {
	return view{
		Heading: p.Text("password_reset.heading"),
		Lines:   p.Lines("password_reset.intro", "email", mailed.User.Email.Mask()),
		Form: newForm(f.basePath+resetPath, token, p.Text("password_reset.button"),
			newPasswordField(p, "newPassword", p.Text("field.new_password"))),
		After: p.Lines("password_reset.after"),
	}
}

type resetPasswordInput struct {
	Form struct {
		Token       wire.Optional[string] `form:"token"` // from the mail
		NewPassword string                `form:"newPassword"`
	}
}

func (f *Family) resetPassword(ctx context.Context, c *route.Call[resetPasswordInput]) (page.Page, error) {
	in, issues, err := readForm(f, c)
	if err != nil {
		return page.Page{}, err
	}
	token := submittedToken(c.Request, in.Form.Token)
	mailed, ok, err := f.accounts.FindMailedToken(ctx, domain.MailPasswordReset, token)
	if err != nil {
		return page.Page{}, err
	}
	p := readerOf(c.Request, mailed.User.Language)
	if !ok {
		return invalidResetPage(p), nil
	}
	accounts.CheckPassword(issues, "newPassword", in.Form.NewPassword, mailed.User.Email)
	if err := issues.Err(); err != nil {
		again := f.newResetView(p, mailed, token)
		markErrors(again.Form, p, err)
		return again.Page(p, err), nil
	}
	err = f.accounts.ResetPassword(ctx, c.Now, accounts.PasswordReset{Token: mailed, Password: in.Form.NewPassword})
	if problem.Is(err, problem.CodeValidation) { // the token was used meanwhile
		return invalidResetPage(p), nil
	}
	return view{Heading: p.Text("password_reset.done_heading"), Lines: p.Lines("password_reset.done_lines")}.Page(p,
		nil), err
}

func invalidResetPage(p reader) page.Page {
	return invalidLinkPage(p, errTokenInvalid, p.Lines("password_reset.invalid"))
}
