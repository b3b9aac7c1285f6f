package commands

import (
	"context"
	"errors"
	"net/url"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/settings"
	"stint/shared/client"
)

func (a *app) login() *cobra.Command {
	var given settings.Settings
	c := &cobra.Command{
		Use:   "login",
		Short: "Keep the address of the service and your API key",
		Long: `Keep the address of the service and your API key in your configuration folder,
in a file that only you can read. The key is read from the terminal without being
shown, or from standard input.

STINT_URL and STINT_KEY in the environment win over what is kept.`,
		Example: `  stint login --url https://time.example.com
  pass show stint | stint login --url https://time.example.com`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.runLogin(c.Context(), given) },
	}
	c.Flags().StringVar(&given.URL, "url", "", "address of the service; by default the kept one")
	c.Flags().StringVar(&given.Key, "key", "", "API key; other users of this machine may see it while the command runs")
	return c
}

func (a *app) runLogin(ctx context.Context, given settings.Settings) error {
	folder, err := a.ConfigFolder()
	if err != nil {
		return err
	}
	s, err := a.complete(folder, given)
	if err != nil {
		return err
	}
	c, err := a.newClient(s)
	if err != nil {
		return usageError{err}
	}
	me, err := client.GetRecord(c.ApiKeysMeWithResponse(ctx))
	if err != nil {
		return err
	}
	file, err := settings.Save(folder, s)
	if err != nil {
		return err
	}
	a.warnOfPlainHTTP(s.URL)
	return a.screen.Record(me.Raw, "Signed in as "+me.Value.User.DisplayName+" in "+me.Value.Workspace.Name+". The key is in "+file+".")
}

// complete asks for what the flags and the environment lack.
func (a *app) complete(folder string, s settings.Settings) (settings.Settings, error) {
	kept, _ := settings.Kept(folder) // what cannot be read is written again
	s.URL = first(s.URL, a.Getenv("STINT_URL"), kept.URL)
	var err error
	if s.URL == "" && a.ReadSecret != nil {
		s.URL, err = a.ask("Address of the service:", false)
	}
	if err == nil && s.URL == "" {
		err = usageError{errors.New("name the service with --url")}
	}
	if s.Key = first(s.Key, a.Getenv("STINT_KEY")); err == nil && s.Key == "" {
		s.Key, err = a.ask("API key:", true)
	}
	if err == nil && s.Key == "" {
		err = usageError{errors.New("there is no key: name it with --key, or write it to standard input")}
	}
	return s, err
}

// warnOfPlainHTTP says that a key which leaves the machine unencrypted can be read on its way.
func (a *app) warnOfPlainHTTP(address string) {
	u, err := url.Parse(address)
	if err == nil && u.Scheme == "http" && u.Hostname() != "localhost" && u.Hostname() != "127.0.0.1" && u.Hostname() != "::1" {
		a.note("%s is not encrypted: others on the network can read the key.", u.Host)
	}
}
