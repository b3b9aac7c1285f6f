package meta_test

import (
	"net/http"
	"net/mail"
	"net/url"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
)

// fields reads a security.txt. The test fails if a field is there twice.
func fields(t *testing.T, api *apitest.Service) map[string]string {
	t.Helper()
	answer := api.Send(apitest.Request{Method: "GET", Path: "/.well-known/security.txt"})
	if answer.Status != http.StatusOK || answer.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Fatalf("%d %s", answer.Status, answer.Header)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(answer.Body)) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if _, twice := all[name]; !ok || twice {
			t.Errorf("line %q", line)
		}
		all[name] = value
	}
	return all
}

// The fields are those of RFC 9116. The file has not expired, whenever it is read.
func TestSecurityTxt(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for range 3 {
		got := fields(t, api)
		expires, err := time.Parse(time.RFC3339, got["Expires"])
		if left := expires.Sub(api.Clock.Now()); err != nil || left < 24*time.Hour || left > 365*24*time.Hour {
			t.Errorf("expires %s, %v", got["Expires"], err)
		}
		delete(got, "Expires")
		want := map[string]string{
			"Contact": "mailto:security@localhost", "Preferred-Languages": "en",
			"Canonical": apitest.BaseURL + "/.well-known/security.txt",
		}
		for name, value := range want {
			if got[name] != value {
				t.Errorf("%s: %q, want %q", name, got[name], value)
			}
		}
		if len(got) != len(want) {
			t.Errorf("fields %v", got)
		}
		api.Clock.Advance(400 * 24 * time.Hour)
	}
}

func TestSecurityContactIsASetting(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.SecurityContact = "https://example.com/report" })
	if got := fields(t, api)["Contact"]; got != "https://example.com/report" {
		t.Errorf("contact %q", got)
	}
	at, err := url.Parse(fields(t, apitest.New(t))["Contact"])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := mail.ParseAddress(at.Opaque); err != nil {
		t.Errorf("the default contact %s: %v", at, err)
	}
}
