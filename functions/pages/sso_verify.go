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
	if !ok {
		return invalidConfirmationPage(), nil
	}
	return f.newConfirmationView(token, raw).toPage(nil), nil
}

func (f *Family) newConfirmationView(token domain.MailedToken, raw string) view {
	return view{
		Heading: "Confirm your sign-in",
		Lines: []string{
			"Someone signed in with single sign-on. Their login has the address " + token.Email.Mask() + ".",
			"Was that you, just now? If you confirm it, this login can sign in to the account of this address.",
		},
		Form: &form{Action: f.basePath + ssoVerifyPath, Token: raw, Button: "Yes, it was me"},
		After: []string{
			"If it was not you, close this page. Otherwise, that person could sign in to your account.",
			"If your address was never confirmed before, the password of the account is removed. You can set a new one.",
		},
	}
}

func invalidConfirmationPage() page.Page {
	return invalidLinkPage(errTokenInvalid,
		"It was used before, is older than 24 hours, or was not copied completely.",
		"Sign in again with single sign-on. If a confirmation is still needed, you get a new mail.",
	)
}
