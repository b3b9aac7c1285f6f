package pages

import (
	"context"

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
	return view{
		Heading: "Confirm your sign-in",
		Lines: []string{
			"Somebody signed in by single sign-on, with a login that names " + token.Email.Mask() + ".",
			"Was that you, just now? Then confirm it: the login opens the account of this address from now on.",
		},
		Form: &form{Action: f.basePath + ssoVerifyPath, Token: raw, Button: "Yes, it was me"},
		After: []string{
			"If it was not you, close this page: whoever it was would get into your account.",
			"If your address was never confirmed before, a password that was set for it stops working. You can set a new one.",
		},
	}.toPage(nil), nil
}

func invalidConfirmationPage() page.Page {
	return invalidLinkPage(errTokenInvalid,
		"It was used before, is older than 24 hours, or was not copied whole.",
		"Sign in again by single sign-on: if there is still something to confirm, you get a new mail.",
	)
}
