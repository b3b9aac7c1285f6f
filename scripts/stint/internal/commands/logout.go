package commands

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/scripts/stint/internal/settings"
	"stint/shared/client"
	"stint/shared/client/api"
)

func (a *app) logout() *cobra.Command {
	return &cobra.Command{
		Use:   "logout",
		Short: "End the sign-in, and forget it",
		Long: `End the sign-in of stint login on the service, and forget it here. An API key is only
forgotten: other programs may use it.`,
		Example: `  stint logout
  stint logout && stint login --url https://time.example.com`,
		Args: noText,
		RunE: func(c *cobra.Command, _ []string) error { return a.runLogout(c.Context()) },
	}
}

func (a *app) runLogout(ctx context.Context) error {
	kept, err := settings.Kept(a.tokens().Folder)
	switch {
	case err != nil:
		return err
	case kept.App == nil && kept.Key == "":
		return settings.ErrNotSignedIn
	case kept.App == nil:
		if err := a.tokens().Forget(ctx); err != nil {
			return err
		}
		return a.screen.Line("The API key of %s is forgotten here. It still works: revoke it in your account if nothing "+
			"else uses it.", screen.Clean(kept.URL))
	}
	failed := a.access(*kept.App).Revoke(ctx)
	if err := a.tokens().Forget(ctx); err != nil {
		return err
	}
	if failed != nil {
		return fmt.Errorf("the sign-in is forgotten here, and may still be open on the service, where the apps of your "+
			"account have it: %w", failed)
	}
	return a.screen.Line("Signed out of %s.", screen.Clean(kept.URL))
}

func (a *app) whoami() *cobra.Command {
	return &cobra.Command{
		Use:   "whoami",
		Short: "Show who is signed in, where, and with which access",
		Example: `  stint whoami
  stint whoami --json | jq -r .workspace.name`,
		Args: noText,
		RunE: a.connected(a.runWhoami),
	}
}

func (a *app) runWhoami(ctx context.Context, s *session, _ []string) error {
	me, err := client.GetRecord(s.ApiKeysMeWithResponse(ctx))
	if err != nil || a.screen.JSON {
		return a.print(me.Raw, "", err)
	}
	v := me.Value
	for _, line := range [][2]string{
		{"User", v.User.DisplayName + " <" + string(v.User.Email) + ">"},
		{"Workspace", v.Workspace.Name + ", as " + v.Workspace.Role}, {"Service", s.address}, {"Sign-in", signInOf(v)},
		{"Access", accessOf(v)},
	} {
		if err := a.screen.Line("%-10s %s", line[0], screen.Clean(line[1])); err != nil {
			return err
		}
	}
	return nil
}

// signInOf says what a request is signed in by.
func signInOf(me api.ApiKeyIdentity) string {
	switch {
	case me.App != nil:
		return "app " + me.App.Name + untilOf(me.App.ExpiresAt)
	case me.ApiKey != nil:
		return "API key " + me.ApiKey.Name + untilOf(me.ApiKey.ExpiresAt)
	}
	return "unknown"
}

func untilOf(end *time.Time) string {
	if end == nil {
		return ""
	}
	return ", until " + end.Format(time.DateOnly)
}
