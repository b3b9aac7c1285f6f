package commands

import (
	"context"
	"time"

	"golang.org/x/oauth2"

	"stint/scripts/stint/internal/screen"
	"stint/scripts/stint/internal/settings"
	"stint/scripts/stint/internal/signin"
	"stint/shared/client"
	"stint/shared/client/api"
)

// loginByCode signs in by a code that the user types on a page of the service.
func (a *app) loginByCode(ctx context.Context, f loginFlags) error {
	if _, err := a.newClient(settings.Settings{URL: f.URL}); err != nil { // the address is none
		return usageError{err}
	}
	server, err := signin.Discover(ctx, a.http(), f.URL)
	if err != nil {
		return err
	}
	code, err := signin.Begin(ctx, a.http(), server, f.access)
	if err == nil {
		err = a.showCode(code, !f.noBrowser)
	}
	if err != nil {
		return err
	}
	token, err := code.Wait(ctx, a.http())
	if err != nil {
		return err
	}
	return a.keepTokens(ctx, server, token)
}

// showCode shows the code and where to type it, beside the record with --json, and opens the page in a browser.
func (a *app) showCode(c signin.Code, open bool) error {
	say := a.screen.Line
	if a.screen.JSON {
		say = func(format string, values ...any) error { a.note(format, values...); return nil }
	}
	minutes := int(time.Until(c.Expires).Round(time.Minute) / time.Minute)
	err := say("Open %s and type this code:\n\n    %s\n\nIt is good for %s.", screen.Clean(c.Page),
		a.screen.Paint(screen.Bold, screen.Clean(c.Text)), screen.Counted(minutes, "minute", "minutes"))
	if err != nil || !open || a.OpenBrowser == nil {
		return err
	}
	go func() { _ = a.OpenBrowser(c.Filled) }() // the address is printed, too
	return say("Your browser opens the page. Compare the code there with this one.")
}

// keepTokens keeps the tokens of a new sign-in and says whose it is.
func (a *app) keepTokens(ctx context.Context, server signin.Server, token *oauth2.Token) error {
	c, err := a.newClient(settings.Settings{URL: server.Issuer, Key: token.AccessToken})
	if err != nil {
		return err
	}
	me, err := client.GetRecord(c.ApiKeysMeWithResponse(ctx))
	if err != nil {
		return err
	}
	a.endLast(ctx)
	where, err := a.tokens().SaveApp(ctx, server.Issuer,
		settings.App{TokenURL: server.TokenURL, RevokeURL: server.RevokeURL}, token)
	if err != nil {
		return err
	}
	if a.Getenv("STINT_KEY") != "" {
		a.note("STINT_KEY is set, and wins over this sign-in.")
	}
	return a.screen.Record(me.Raw, signedInAs(me.Value)+", with the access "+accessOf(me.Value)+
		". The tokens are in "+where+".")
}

// accessOf is how much a key or a sign-in may do.
func accessOf(me api.ApiKeyIdentity) string {
	if me.App != nil {
		return screen.Clean(me.App.Access)
	}
	if me.ApiKey != nil {
		return screen.Clean(me.ApiKey.Access)
	}
	return ""
}
