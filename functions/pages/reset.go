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

func (f *Family) resetPage(ctx context.Context, c *route.Call[linked]) (page.Page, error) {
	token, err := tokenOf(c)
	if err != nil {
		return page.Page{}, err
	}
	letter, ok, err := f.desk.Letter(ctx, domain.MailPasswordReset, token)
	if err != nil {
		return page.Page{}, err
	}
	if !ok {
		return deadReset(), nil
	}
	return f.resetSheet(letter, token).page(nil), nil
}

func (f *Family) resetSheet(l accounts.Letter, token string) sheet {
	return sheet{
		Heading: "Choose a new password",
		Lines:   []string{"It is for the account of " + l.User.Email.Masked() + ". All devices that are signed in will be signed out."},
		Form: &form{
			Action: f.base + resetPath, Token: token, Button: "Save the password",
			Fields: []field{newPasswordField("newPassword", "New password")},
		},
		After: []string{"If you did not ask for this, close this page: your password stays as it is."},
	}
}

type resetInput struct {
	Form struct {
		Token       wire.Optional[string] `form:"token"` // from the mail
		NewPassword string                `form:"newPassword"`
	}
}

func (f *Family) resetPassword(ctx context.Context, c *route.Call[resetInput]) (page.Page, error) {
	if err := f.desk.OwnForm(c.Request); err != nil {
		return page.Page{}, err
	}
	in, issues, err := c.Read()
	if err != nil {
		return page.Page{}, err
	}
	token := sentToken(c.Request, in.Form.Token)
	letter, ok, err := f.desk.Letter(ctx, domain.MailPasswordReset, token)
	if err != nil {
		return page.Page{}, err
	}
	if !ok {
		return deadReset(), nil
	}
	accounts.CheckPassword(issues, "newPassword", in.Form.NewPassword, letter.User.Email)
	if err := issues.Err(); err != nil {
		again := f.resetSheet(letter, token)
		again.Form.mark(err)
		return again.page(err), nil
	}
	err = f.desk.ResetPassword(ctx, letter, in.Form.NewPassword)
	if problem.Is(err, problem.Validation) {
		return deadReset(), nil
	}
	return sheet{
		Heading: "Your password is changed",
		Lines:   []string{"All devices were signed out. Sign in with the new password from now on; you can close this page."},
	}.page(nil), err
}

func deadReset() page.Page {
	return deadLink(errDead,
		"It was used before, is older than an hour, or was not copied whole; or the password was changed since it was sent.",
		"If you still need a new password, ask for another mail where you sign in, and use the newest one.",
	)
}
