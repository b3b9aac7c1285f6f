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
	if !ok {
		return invalidVerificationPage(), nil
	}
	return f.newVerificationView(mailed, token).toPage(nil), nil
}

func (f *Family) newVerificationView(l accounts.MailedToken, token string) view {
	return view{
		Heading: "Confirm your e-mail address",
		Lines:   []string{"Is " + l.User.Email.Mask() + " your address? If so, confirm it with the password of your account."},
		Form: &form{
			Action: f.basePath + verifyPath, Token: token, Button: "Confirm address",
			Fields: []field{passwordField()},
		},
		After: []string{
			"If you did not register with Stint, close this page. Another person may have used your address. You can take the account over: request a new password.",
		},
	}
}

func invalidVerificationPage() page.Page {
	return invalidLinkPage(errTokenInvalid,
		"It was used before, is older than 24 hours, or was not copied completely.",
		"If you have confirmed your address already, there is nothing to do. If not, sign in and request a new mail.",
	)
}
