package pages

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/route"
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
	return f.newVerificationView(p, mailed, token).toPage(p, nil), nil
}

func (f *Family) newVerificationView(p reader, l accounts.MailedToken, token string) view {
	return view{
		Heading: p.Text("verify_email.heading"),
		Lines:   p.Lines("verify_email.intro", "email", l.User.Email.Mask()),
		Form: &form{
			Action: f.basePath + verifyPath, Token: token, Button: p.Text("verify_email.button"),
			Fields: []field{passwordField(p)},
		},
		After: p.Lines("verify_email.after"),
	}
}

func invalidVerificationPage(p reader) page.Page {
	return invalidLinkPage(p, errTokenInvalid, p.Lines("verify_email.invalid"))
}
