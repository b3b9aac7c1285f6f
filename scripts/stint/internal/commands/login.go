package commands

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/scripts/stint/internal/settings"
	"stint/shared/client"
)

func (a *app) login() *cobra.Command {
	var given settings.Settings
	c := &cobra.Command{
		Use:   "login",
		Short: "Keep the address of the service and your API key",
		Long: `Keep the address of the service and your API key in your configuration folder,
in a file that only you can read. The key is that of --key, else the first line of
standard input, else STINT_KEY; on a terminal it is STINT_KEY, or typed without being
shown.

For the other commands, STINT_URL and STINT_KEY in the environment win over what is kept.`,
		Example: `  stint login --url https://time.example.com
  pass show stint | stint login --url https://time.example.com`,
		Args: noText,
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
	a.warnOfPlainHTTP(s.URL)
	me, err := client.GetRecord(c.ApiKeysMeWithResponse(ctx))
	if err != nil {
		return err
	}
	file, err := settings.Save(folder, s)
	if err != nil {
		return err
	}
	return a.screen.Record(me.Raw, screen.Clean("Signed in as "+me.Value.User.DisplayName+" in "+me.Value.Workspace.Name)+
		". The key is in "+file+".")
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
	if err == nil && s.Key == "" {
		s.Key, err = a.askKey()
	}
	if err == nil && s.Key == "" {
		err = usageError{errors.New("there is no key: name it with --key, or write it to standard input")}
	}
	if err == nil {
		err = s.Check()
	}
	return s, err
}

// askKey reads a key: from standard input before the environment, from a terminal after it.
func (a *app) askKey() (key string, err error) {
	if a.ReadSecret == nil {
		if key, err = a.ask("", true); key != "" || err != nil {
			return key, err
		}
	}
	if key = strings.TrimSpace(a.Getenv("STINT_KEY")); key != "" {
		a.note("The key is that of STINT_KEY.")
		return key, nil
	}
	if a.ReadSecret == nil {
		return "", nil
	}
	return a.ask("API key:", true)
}

// warnOfPlainHTTP says that a key which leaves the machine unencrypted can be read on its way.
func (a *app) warnOfPlainHTTP(address string) {
	u, err := url.Parse(address)
	if err == nil && u.Scheme == "http" && !isThisMachine(u.Hostname()) {
		a.note("Warning: the connection to %s is not encrypted: others on the network can read the key. Use https://.",
			u.Host)
	}
}

func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
