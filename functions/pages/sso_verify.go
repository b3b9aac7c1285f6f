package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
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

type confirmSSOInput struct {
	Form struct {
		Token wire.Optional[string] `form:"token"` // from the mail
	}
}

// confirmSSO uses the token up, and signs its holder in.
func (f *Family) confirmSSO(ctx context.Context, c *route.Call[confirmSSOInput]) (page.Page, error) {
	if err := f.accounts.CheckFormOrigin(c.Request); err != nil {
		return page.Page{}, err
	}
	in, err := c.ReadValid()
	if err != nil {
		return page.Page{}, err
	}
	signedIn, err := f.accounts.ConfirmExternal(ctx, c.Request, submittedToken(c.Request, in.Form.Token))
	if problem.Is(err, problem.CodeValidation) {
		return invalidConfirmationPage(), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	f.accounts.SetRefreshCookie(c.Request, signedIn.Session)
	return view{
		Heading: "You are signed in",
		Lines:   []string{"Your sign-in is confirmed. From now on, single sign-on lets you in directly; you can close this page."},
	}.toPage(nil), nil
}

func invalidConfirmationPage() page.Page {
	return invalidLinkPage(errTokenInvalid,
		"It was used before, is older than 24 hours, or was not copied whole.",
		"Sign in again by single sign-on: if there is still something to confirm, you get a new mail.",
	)
}

func (f *Family) signedIn(context.Context, *route.Call[route.NoInput]) (page.Page, error) {
	return view{
		Heading: "You are signed in",
		Lines:   []string{"There is nothing more to do here: you can close this page."},
	}.toPage(nil), nil
}

func (f *Family) connected(context.Context, *route.Call[route.NoInput]) (page.Page, error) {
	return view{
		Heading: "Your calendar is connected",
		Lines: []string{
			"What is in it is shown to you alone, beside your own time. It can be read, and never changed.",
			"You can close this page.",
		},
	}.toPage(nil), nil
}

func (f *Family) checkMail(context.Context, *route.Call[route.NoInput]) (page.Page, error) {
	return view{
		Heading: "Look into your mailbox",
		Lines: []string{
			"We have sent a mail to the address that your login names. Open the link in it to confirm that the address is yours; then you are in.",
			"The link is good for 24 hours. You can close this page.",
		},
	}.toPage(nil), nil
}
