package pages

import (
	"context"
	"errors"

	"stint/shared/accounts"
	"stint/shared/domain/people"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type confirmSSOInput struct {
	Form struct {
		Token wire.Optional[string] `form:"token"` // from the mail
		Code  wire.Optional[string] `form:"code"`  // of the account's second factor
	}
}

// confirmSSO uses the token and signs its holder in.
func (f *Family) confirmSSO(ctx context.Context, c *route.Call[confirmSSOInput]) (page.Page, error) {
	in, issues, err := readForm(f, c)
	if err != nil {
		return page.Page{}, err
	}
	token := submittedToken(c.Request, in.Form.Token)
	if err := issues.Err(); err != nil {
		return page.Page{}, err
	}
	p := readerOf(c.Request, "")
	signedIn, err := f.accounts.ConfirmExternal(ctx, c.Request,
		accounts.ExternalConfirmation{Token: token, Code: in.Form.Code.Value, Prepare: f.accounts.PrepareCookie})
	switch {
	case errors.Is(err, accounts.ErrCodeRequired):
		return f.askForCode(ctx, c.Request, token, err, accounts.ErrCodeRequired)
	case problem.Is(err, problem.CodeUnauthorized):
		return f.askForCode(ctx, c.Request, token, err, accounts.ErrCodeWrong)
	case problem.Is(err, problem.CodeValidation):
		return invalidConfirmationPage(p), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	signedIn.Send(c.Request)
	return view{Heading: p.Text("sso_verify.done_heading"), Lines: p.Lines("sso_verify.done_lines")}.Page(p, nil), nil
}

// askForCode shows the form again with a field for the code, and what is wrong with it.
func (f *Family) askForCode(ctx context.Context, r *route.Request, raw string, about, wrong error) (page.Page, error) {
	token, ok, err := f.accounts.FindExternalToken(ctx, raw)
	if err != nil {
		return page.Page{}, err
	}
	p := readerOf(r, "")
	if !ok {
		return invalidConfirmationPage(p), nil
	}
	again := f.newConfirmationView(p, token, raw)
	again.Form.Fields = []field{codeField(p)}
	markErrors(again.Form, p, wrong)
	return again.Page(p, about), nil
}

func (f *Family) ssoVerify(ctx context.Context, c *route.Call[linkInput]) (page.Page, error) {
	raw, err := readToken(c)
	if err != nil {
		return page.Page{}, err
	}
	token, ok, err := f.accounts.FindExternalToken(ctx, raw)
	if err != nil {
		return page.Page{}, err
	}
	p := readerOf(c.Request, "")
	if !ok {
		return invalidConfirmationPage(p), nil
	}
	return f.newConfirmationView(p, token, raw).Page(p, nil), nil
}

func (f *Family) newConfirmationView(p reader, token people.MailedToken, raw string) view {
	return view{
		Heading: p.Text("sso_verify.heading"),
		Lines:   p.Lines("sso_verify.lines", "email", token.Email.Mask()),
		Form:    newForm(f.basePath+ssoVerifyPath, raw, p.Text("sso_verify.button")),
		After:   p.Lines("sso_verify.after"),
	}
}

func invalidConfirmationPage(p reader) page.Page {
	return invalidLinkPage(p, errTokenInvalid, p.Lines("sso_verify.invalid"))
}
