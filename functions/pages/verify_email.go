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

func (f *Family) verifyEmail(ctx context.Context, c *route.Call[linkInput]) (page.Page, error) {
	token, err := readToken(c)
	if err != nil {
		return page.Page{}, err
	}
	mailed, ok, err := f.accounts.FindMailedToken(ctx, domain.MailVerifyEmail, token)
	if err != nil {
		return page.Page{}, err
	}
	p := readerOf(c.Request, mailed.User.Language)
	if !ok {
		return invalidVerificationPage(p), nil
	}
	return f.newVerificationView(p, mailed, token).Page(p, nil), nil
}

func (f *Family) newVerificationView(p reader, l accounts.MailedToken, token string) view {
	return view{
		Heading: p.Text("verify_email.heading"),
		Lines:   p.Lines("verify_email.intro", "email", l.User.Email.Mask()),
		Form:    newForm(f.basePath+verifyPath, token, p.Text("verify_email.button"), passwordField(p)),
		After:   p.Lines("verify_email.after"),
	}
}

func invalidVerificationPage(p reader) page.Page {
	return invalidLinkPage(p, errTokenInvalid, p.Lines("verify_email.invalid"))
}

type confirmEmailInput struct {
	Form struct {
		Token    wire.Optional[string] `form:"token"`    // from the mail
		Password wire.Optional[string] `form:"password"` // of the account
	}
}

func (f *Family) confirmEmail(ctx context.Context, c *route.Call[confirmEmailInput]) (page.Page, error) {
	in, issues, err := readForm(f, c)
	if err != nil {
		return page.Page{}, err
	}
	token := submittedToken(c.Request, in.Form.Token)
	if err := issues.Err(); err != nil {
		return page.Page{}, err
	}
	confirmed, err := f.accounts.VerifyEmail(ctx, c.Now,
		accounts.EmailConfirmation{Token: token, Password: in.Form.Password})
	if problem.Is(err, problem.CodeValidation) {
		return f.showVerificationAgain(ctx, c.Request, token, err)
	}
	p := readerOf(c.Request, confirmed.Language)
	return view{Heading: p.Text("verify_email.done_heading"), Lines: p.Lines("verify_email.done_lines")}.Page(p, nil),
		err
}

// showVerificationAgain shows the form with its errors, or that the link is invalid.
func (f *Family) showVerificationAgain(ctx context.Context, r *route.Request, token string,
	wrong error) (page.Page, error) {
	mailed, ok, err := f.accounts.FindMailedToken(ctx, domain.MailVerifyEmail, token)
	if err != nil {
		return page.Page{}, err
	}
	p := readerOf(r, mailed.User.Language)
	if !ok {
		return invalidVerificationPage(p), nil
	}
	again := f.newVerificationView(p, mailed, token)
	markErrors(again.Form, p, wrong)
	return again.Page(p, wrong), nil
}
