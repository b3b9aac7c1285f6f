package commands_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/scripts/stint/internal/commands"
	"stint/scripts/stint/internal/settings"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	x := newTerminal(t, owner.Service)
	url, key := x.vars["STINT_URL"], keyOf(owner, "time")
	delete(x.vars, "STINT_URL")
	x.fails(3, "not signed in", "status")
	x.fails(2, "--url", "login", "--key", key)
	x.fails(2, "no key", "login", "--url", url, "--key")
	x.fails(3, "401", "login", "--url", url, "--key", "nonsense")
	if _, err := os.Stat(settings.File(x.folder)); err == nil {
		t.Error("a login that failed keeps settings")
	}

	x.input = key + "\n"
	if out := x.ok("login", "--url", url); !strings.Contains(out, "Signed in as ada in ") || strings.Contains(out, key) {
		t.Error(out)
	}
	info, err := os.Stat(settings.File(x.folder))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	x.says("Nothing is running.", "status")

	// The environment wins. A kept key goes to no other address.
	x.vars["STINT_KEY"] = "nonsense"
	x.fails(3, "401", "status")
	x.vars = map[string]string{"STINT_URL": "http://localhost:1"}
	x.fails(3, "the kept sign-in belongs to another address", "status")
}

// A key that is piped is the one that is meant, whatever the environment has.
func TestLoginPrefersThePipe(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	x := newTerminal(t, owner.Service)
	x.vars["STINT_KEY"] = keyOf(owner, "time")
	x.input = "bad\n"
	x.fails(3, "refuses the API key", "login")
	x.input = "\n"
	if _, errors, code := x.run("login"); code != 0 || errors != "The key is that of STINT_KEY.\n" {
		t.Errorf("%d: %q", code, errors)
	}
	x.input = "two\twords"
	x.fails(2, "the key has a blank, a line break", "login")
}

// The settings of others are never read.
func TestNoFolder(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	x := newTerminal(t, owner.Service)
	x.vars["STINT_KEY"] = keyOf(owner, "time")
	if _, err := settings.Save(x.folder, settings.Settings{URL: "http://127.0.0.1:1", Key: "k"}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings.File(x.folder), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	x.says("Nothing is running.", "status") // both variables are set: the file does not count
	delete(x.vars, "STINT_URL")
	x.env.ConfigFolder = func() (string, error) { return "", errors.New("there is no home") }
	x.fails(3, "not signed in", "status")
}

func TestKeyAndAddressAreChecked(t *testing.T) {
	t.Parallel()
	x := newTerminal(t, apitest.New(t))
	x.vars["STINT_KEY"] = "two\nlines"
	x.fails(2, "STINT_KEY has a blank, a line break", "status")
	x.vars["STINT_KEY"], x.vars["STINT_URL"] = "", "localhost:9310"
	x.fails(2, "STINT_URL must begin with http://", "status")
}

// On a terminal the key is read without being shown.
func TestLoginOnATerminal(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	x := newTerminal(t, owner.Service)
	x.env.ReadSecret = func(context.Context) (string, error) { return keyOf(owner, "time"), nil }
	x.input = x.vars["STINT_URL"] + "\n"
	delete(x.vars, "STINT_URL")
	_, errors, code := x.run("login", "--key")
	if code != 0 || errors != "Address of the service: API key: \n" {
		t.Errorf("%d: %q", code, errors)
	}
}

// A key that leaves the machine without encryption is worth a warning.
func TestLoginWarns(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	x := newTerminal(t, owner.Service)
	x.input = keyOf(owner, "time")
	if _, errors, _ := x.run("login"); errors != "" {
		t.Errorf("this machine: %q", errors)
	}
	x.env.HTTP = x.to(x.vars["STINT_URL"])
	if _, errors, code := x.run("login", "--url", "http://time.example.com"); code != 0 ||
		!strings.Contains(errors, "is not encrypted") {
		t.Errorf("%d: %q", code, errors)
	}
	delete(x.vars, "STINT_URL")
	if _, errors, code := x.run("status"); code != 0 || errors != "" {
		t.Errorf("a kept address: %d: %q", code, errors)
	}
	x.vars["STINT_URL"] = "http://time.example.com"
	if _, errors, code := x.run("status"); code != 0 || !strings.Contains(errors, "is not encrypted") {
		t.Errorf("the environment: %d: %q", code, errors)
	}
}

// The warning comes before the key leaves the machine.
func TestWarningComesFirst(t *testing.T) {
	t.Parallel()
	x := newTerminal(t, apitest.New(t))
	x.env.HTTP = &http.Client{Transport: transport(
		func(*http.Request) (*http.Response, error) { return nil, http.ErrServerClosed })}
	for _, address := range []string{"http://time.example.com", "http://localhost.example.com"} {
		x.fails(6, "is not encrypted", "login", "--url", address, "--key", "k")
	}
	x.vars["STINT_KEY"] = "a-key-of-9"
	for _, address := range []string{"http://127.8.8.8", "http://[::1]", "http://localhost", "https://time.example.com"} {
		x.vars["STINT_URL"] = address
		if _, errors, _ := x.run("status"); strings.Contains(errors, "encrypted") {
			t.Errorf("%s: %q", address, errors)
		}
	}
}

func TestLoginPrintsTheIdentity(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	x := newTerminal(t, owner.Service)
	got := x.record("login", "--key", keyOf(owner, "read"))
	if got["user"].(object)["id"] != owner.ID || got["api_key"].(object)["access"] != "read" {
		t.Error(got)
	}
}

// The address may have a slash or the path of the API at its end.
func TestLoginAtTheAddressOfTheAPI(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	x := newTerminal(t, owner.Service)
	key, address := keyOf(owner, "time"), x.vars["STINT_URL"]
	delete(x.vars, "STINT_URL")
	for _, end := range []string{"/", "/api", "/api/", "/api/v1/", "/api/docs"} {
		x.ok("login", "--url", address+end, "--key", key)
		if kept, err := settings.Kept(x.folder); err != nil || kept.URL != address {
			t.Errorf("%s: %q, %v", end, kept.URL, err)
		}
	}
	x.fails(6, "there is no Stint service at", "login", "--url", address+"/other", "--key", key)
}

// Ctrl-C ends a command that waits for a person.
func TestAQuestionEndsWithTheCommand(t *testing.T) {
	t.Parallel()
	in, _ := io.Pipe() // nobody ever writes
	ctx, stop := context.WithCancel(t.Context())
	stop()
	env := commands.Env{
		In: in, Out: io.Discard, Err: io.Discard, Getenv: func(string) string { return "" }, Now: time.Now,
		ConfigFolder: func() (string, error) { return t.TempDir(), nil },
		ReadSecret:   func(ctx context.Context) (string, error) { return "", ctx.Err() },
	}
	if status := commands.Run(ctx, []string{"login"}, env); status == 0 {
		t.Error("a command that was stopped succeeded")
	}
}
