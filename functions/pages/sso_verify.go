package pages

import (
	"context"

	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/route"
)

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
	return f.newConfirmationView(p, token, raw).toPage(p, nil), nil
}

func (f *Family) newConfirmationView(p reader, token domain.MailedToken, raw string) view {
	return view{
		Heading: p.Text("sso_verify.heading"),
		Lines:   p.Lines("sso_verify.lines", "email", token.Email.Mask()),
		Form:    &form{Action: f.basePath + ssoVerifyPath, Token: raw, Button: p.Text("sso_verify.button")},
		After:   p.Lines("sso_verify.after"),
	}
}

func invalidConfirmationPage(p reader) page.Page {
	return invalidLinkPage(p, errTokenInvalid, p.Lines("sso_verify.invalid"))
}
