package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

func (f *Family) ssoPage(ctx context.Context, c *route.Call[linked]) (page.Page, error) {
	raw, err := tokenOf(c)
	if err != nil {
		return page.Page{}, err
	}
	token, ok, err := f.desk.ExternalLetter(ctx, raw)
	if err != nil {
		return page.Page{}, err
	}
	if !ok {
		return deadConfirmation(), nil
	}
	return sheet{
		Heading: "Confirm your sign-in",
		Lines: []string{
			"Somebody signed in by single sign-on, with a login that names " + token.Email.Masked() + ".",
			"Was that you, just now? Then confirm it: the login opens the account of this address from now on.",
		},
		Form: &form{Action: f.base + ssoVerifyPath, Token: raw, Button: "Yes, it was me"},
		After: []string{
			"If it was not you, close this page: whoever it was would get into your account.",
			"If your address was never confirmed before, a password that was set for it stops working. You can set a new one.",
		},
	}.page(nil), nil
}

type confirmInput struct {
	Form struct {
		Token wire.Optional[string] `form:"token"` // from the mail
	}
}

// confirmSSO uses the token up, and signs its holder in.
func (f *Family) confirmSSO(ctx context.Context, c *route.Call[confirmInput]) (page.Page, error) {
	if err := f.desk.OwnForm(c.Request); err != nil {
		return page.Page{}, err
	}
	in, err := c.Valid()
	if err != nil {
		return page.Page{}, err
	}
	entered, err := f.desk.ConfirmExternal(ctx, c.Request, sentToken(c.Request, in.Form.Token))
	if problem.Is(err, problem.Validation) {
		return deadConfirmation(), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	f.desk.SetCookie(c.Request, entered.Session)
	return sheet{
		Heading: "You are signed in",
		Lines:   []string{"Your sign-in is confirmed. From now on, single sign-on lets you in directly; you can close this page."},
	}.page(nil), nil
}

func deadConfirmation() page.Page {
	return deadLink(errDead,
		"It was used before, is older than 24 hours, or was not copied whole.",
		"Sign in again by single sign-on: if there is still something to confirm, you get a new mail.",
	)
}

func (f *Family) signedIn(context.Context, *route.Call[route.None]) (page.Page, error) {
	return sheet{
		Heading: "You are signed in",
		Lines:   []string{"There is nothing more to do here: you can close this page."},
	}.page(nil), nil
}

func (f *Family) connected(context.Context, *route.Call[route.None]) (page.Page, error) {
	return sheet{
		Heading: "Your calendar is connected",
		Lines: []string{
			"What is in it is shown to you alone, beside your own time. It can be read, and never changed.",
			"You can close this page.",
		},
	}.page(nil), nil
}

func (f *Family) checkMail(context.Context, *route.Call[route.None]) (page.Page, error) {
	return sheet{
		Heading: "Look into your mailbox",
		Lines: []string{
			"We have sent a mail to the address that your login names. Open the link in it to confirm that the address is yours; then you are in.",
			"The link is good for 24 hours. You can close this page.",
		},
	}.page(nil), nil
}
