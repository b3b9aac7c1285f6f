package commands

import (
	"context"
	"errors"
	"net/http"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/scripts/stint/internal/settings"
	"stint/scripts/stint/internal/signin"
	"stint/shared/client"
	"stint/shared/client/api"
)

// loginFlags say how to sign in.
type loginFlags struct {
	settings.Settings
	access    string
	noBrowser bool
}

// askForKey is the value of --key alone.
const askForKey = "-"

// accessLevels are how much a sign-in may do.
var accessLevels = []string{"read", "time", "full"}

func (a *app) login() *cobra.Command {
	var f loginFlags
	c := &cobra.Command{
		Use:   "login",
		Short: "Sign in, and keep the sign-in for the other commands",
		Long: `Sign in on a page of the service: the command shows a code, you type it there and choose the
workspace. The tokens are kept in the keyring of the system, or where there is none in a
file that only you can read. stint logout ends the sign-in.

With --key, or with a key on standard input or in STINT_KEY, the command keeps that API key
instead, in the file. The key is that of --key, else the first line of standard input,
else STINT_KEY, else typed without being shown.

For the other commands, STINT_URL and STINT_KEY in the environment win over what is kept.`,
		Example: `  stint login --url https://time.example.com
  stint login --access read --no-browser
  pass show stint | stint login --url https://time.example.com --key`,
		Args: func(c *cobra.Command, args []string) error {
			if f.Key == askForKey && len(args) == 1 {
				f.Key = args[0]
				return nil
			}
			return noText(c, args)
		},
		RunE: func(c *cobra.Command, _ []string) error { return a.runLogin(c.Context(), f) },
	}
	c.Flags().StringVar(&f.URL, "url", "", "address of the service; by default the kept one")
	c.Flags().StringVar(&f.Key, "key", "", "API key; other users of this machine may see it while the command runs. "+
		"Alone, it asks for the key")
	c.Flags().Lookup("key").NoOptDefVal = askForKey
	c.Flags().StringVar(&f.access, "access", "full", "how much the sign-in may do of what you may: read, time or full")
	c.Flags().BoolVar(&f.noBrowser, "no-browser", false, "open no browser")
	_ = c.RegisterFlagCompletionFunc("access", completeWords(accessLevels))
	return c
}

func (a *app) runLogin(ctx context.Context, f loginFlags) error {
	folder, err := a.ConfigFolder()
	if err == nil {
		err = choose("access", []string{f.access}, accessLevels, 1)
	}
	if err == nil {
		f.Settings, err = a.complete(ctx, folder, f.Settings)
	}
	if err != nil {
		return err
	}
	a.warnOfPlainHTTP(f.URL)
	if f.Key == "" {
		return a.loginByCode(ctx, f)
	}
	return a.loginByKey(ctx, f.Settings)
}

// loginByKey keeps an API key.
func (a *app) loginByKey(ctx context.Context, s settings.Settings) error {
	me, err := a.tryKey(ctx, &s)
	if err != nil {
		return err
	}
	a.endLast(ctx)
	file, err := settings.Save(a.tokens().Folder, s)
	if err != nil {
		return err
	}
	return a.screen.Record(me.Raw, signedInAs(me.Value)+". The key is in "+file+".")
}

// tryKey asks whose the key is. If the address has the path of the API at its end, the settings get the address
// without it. Errors: *signin.NoServiceError, those of every operation.
func (a *app) tryKey(ctx context.Context, s *settings.Settings) (me client.Record[api.ApiKeyIdentity], err error) {
	for _, s.URL = range signin.Addresses(s.URL) {
		c, wrong := a.newClient(*s)
		if wrong != nil {
			return me, usageError{wrong}
		}
		if me, err = client.GetRecord(c.ApiKeysMeWithResponse(ctx)); !isOtherAddress(err) {
			return me, err
		}
	}
	return me, &signin.NoServiceError{Address: s.URL}
}

// isOtherAddress reports whether a service that answered so may be at another address.
func isOtherAddress(err error) bool {
	p, ok := errors.AsType[*client.Problem](err)
	return ok && (p.Code == client.CodeUnexpected || p.Status == http.StatusNotFound)
}

// endLast ends the sign-in that the next one takes the place of. Nothing depends on it: it ends by itself, too.
func (a *app) endLast(ctx context.Context) {
	if kept, err := settings.Kept(a.tokens().Folder); err == nil && kept.App != nil {
		_ = a.access(*kept.App).Revoke(ctx)
		_ = a.tokens().Forget(ctx)
	}
}

// signedInAs says who signed in, and where.
func signedInAs(me api.ApiKeyIdentity) string {
	return screen.Clean("Signed in as " + me.User.DisplayName + " in " + me.Workspace.Name)
}
