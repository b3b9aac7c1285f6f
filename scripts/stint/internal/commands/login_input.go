package commands

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/url"
	"strings"
	"time"

	"stint/scripts/stint/internal/settings"
)

// complete asks for what the flags and the environment lack. Settings without a key are for a sign-in by a code.
func (a *app) complete(ctx context.Context, folder string, s settings.Settings) (settings.Settings, error) {
	kept, _ := settings.Kept(folder) // what cannot be read is written again
	s.URL = cmp.Or(s.URL, a.Getenv("STINT_URL"), kept.URL)
	var err error
	if s.URL == "" && a.isInteractive() {
		s.URL, err = a.ask(ctx, "Address of the service:", false)
	}
	if err == nil && s.URL == "" {
		err = usageError{errors.New("name the service with --url")}
	}
	asks := s.Key == askForKey
	if err == nil && (asks || s.Key == "") {
		s.Key, err = a.askKey(ctx, asks)
	}
	if err == nil && asks && s.Key == "" {
		err = usageError{errors.New("there is no key: name it with --key, or write it to standard input")}
	}
	if err == nil {
		err = s.Check()
	}
	return s, err
}

// askKey reads a key: from standard input before the environment, and from a terminal after it, if one must be typed.
func (a *app) askKey(ctx context.Context, mustType bool) (key string, err error) {
	if !a.isInteractive() {
		if key, err = a.pipedKey(ctx); key != "" || err != nil {
			return key, err
		}
	}
	if key = strings.TrimSpace(a.Getenv("STINT_KEY")); key != "" {
		a.note("The key is that of STINT_KEY.")
		return key, nil
	}
	if !a.isInteractive() || !mustType {
		return "", nil
	}
	return a.ask(ctx, "API key:", true)
}

// pipePatience is after how long a command says that it waits for its standard input.
const pipePatience = 2 * time.Second

// pipedKey reads a key from what is no terminal; "" if nothing is there.
func (a *app) pipedKey(ctx context.Context) (string, error) {
	reminder := time.AfterFunc(pipePatience, func() {
		a.note("Waiting for an API key on standard input. To sign in by a code, run stint login </dev/null.")
	})
	defer reminder.Stop()
	return a.ask(ctx, "", true)
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
