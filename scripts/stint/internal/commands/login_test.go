package commands_test

import (
	"os"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/scripts/stint/internal/settings"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	x := newTerminal(t, ada.Service)
	url, key := x.vars["STINT_URL"], keyOf(ada, "time")
	delete(x.vars, "STINT_URL")
	x.fails(3, "not signed in", "status")
	x.fails(2, "--url", "login", "--key", key)
	x.fails(2, "no key", "login", "--url", url)
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
	x.fails(3, "not signed in", "status")
}

// On a terminal the key is read without being shown.
func TestLoginOnATerminal(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	x := newTerminal(t, ada.Service)
	x.env.ReadSecret = func() (string, error) { return keyOf(ada, "time"), nil }
	x.input = x.vars["STINT_URL"] + "\n"
	delete(x.vars, "STINT_URL")
	_, errors, code := x.run("login")
	if code != 0 || errors != "Address of the service: API key: \n" {
		t.Errorf("%d: %q", code, errors)
	}
}

// A key that leaves the machine without encryption is worth a warning.
func TestLoginWarns(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	x := newTerminal(t, ada.Service)
	x.input = keyOf(ada, "time")
	if _, errors, _ := x.run("login"); errors != "" {
		t.Errorf("this machine: %q", errors)
	}
	x.env.HTTP = x.to(x.vars["STINT_URL"])
	if _, errors, code := x.run("login", "--url", "http://time.example.com"); code != 0 || !strings.Contains(errors, "is not encrypted") {
		t.Errorf("%d: %q", code, errors)
	}
}

func TestLoginPrintsTheIdentity(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	x := newTerminal(t, ada.Service)
	got := x.record("login", "--key", keyOf(ada, "read"))
	if got["user"].(object)["id"] != ada.ID || got["api_key"].(object)["access"] != "read" {
		t.Error(got)
	}
}
