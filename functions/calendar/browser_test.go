package calendar_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/browser"
	"stint/internal/testkit/gcalendar"
	"stint/shared/config"
)

// connectedPage is the page at the end of the flow.
const connectedPage = "/p/connected"

// startFrontEnd serves an empty page on another origin of the same site and returns
// its address.
func startFrontEnd(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!doctype html><html lang="en"><title>A front end</title>`))
	}))
	t.Cleanup(server.Close)
	return strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
}

// A browser connects a calendar. A script of a front end starts the flow, the provider
// on another site asks for consent, and the last page confirms the connection. No
// secret is left in the window.
func TestConnectInABrowser(t *testing.T) {
	front := startFrontEnd(t)
	provider, options := startProvider(t)
	api, address := apitest.NewWithServer(t, append(options,
		func(c *config.Config) { c.AllowedOrigins = []string{front} })...)
	owner := api.Register("ada")
	p := browser.NewDesktopPage(t)
	p.Open(front)
	started := browser.Fetch[struct {
		AuthorizationURL string `json:"authorization_url"`
		State            string
	}](p, address+apitest.ConnectionsPath+"/external/start", owner.Token)

	p.Open(started.AuthorizationURL)
	p.WaitForText("May Stint read your calendars?")
	p.Follow("Yes, as " + calendarUser)
	p.WaitForText("Your calendar is connected", "You can close this page.")
	p.CheckAccessible()
	p.Screenshot("calendar-connected-desktop")
	if got := p.URL(); got != address+connectedPage {
		t.Errorf("the window shows %s", got)
	}
	visited := p.History()
	if len(visited) < 3 || !slices.Contains(visited, address+connectedPage) {
		t.Errorf("visited %v", visited)
	}
	wantNoSecrets(t, provider, visited, started.State)
	if got := titles(t, owner.Get(eventsPath)); got != "planning" {
		t.Errorf("events %s", got)
	}
	if n := provider.CountCalls(gcalendar.AuthPath); n != 2 { // the form and its submission
		t.Errorf("%d requests to the consent form", n)
	}
}

// wantNoSecrets checks that no address of this service contains a code, a verifier, a
// token or the state. Addresses of the provider may contain the state.
func wantNoSecrets(t *testing.T, provider *apitest.CalendarProvider, visited []string, state string) {
	t.Helper()
	secrets := provider.Secrets()
	if len(secrets) < 4 || state == "" {
		t.Fatalf("only %d secrets were made, and the state %q", len(secrets), state)
	}
	for _, url := range visited {
		for _, secret := range secrets {
			if strings.Contains(url, secret) {
				t.Errorf("%q is left in %s", secret, url)
			}
		}
		if strings.Contains(url, state) && !strings.HasPrefix(url, provider.URL) {
			t.Errorf("the state is left in %s", url)
		}
	}
}

// The callback address in another browser connects nothing. Otherwise, an attacker
// could connect their own calendar to the account of a victim.
func TestOtherBrowserCannotConnect(t *testing.T) {
	provider, options := startProvider(t)
	api, address := apitest.NewWithServer(t, options...)
	owner := api.Register("ada")
	consent := owner.StartCalendarConsent().Consent(provider, calendarUser)
	p := browser.NewPhonePage(t)
	p.Open(address + consent.CallbackRequest().Path)
	p.WaitForText("Your calendar is not connected", "started in another browser", "pkce_state_not_found")
	p.CheckAccessible()
	p.Screenshot("calendar-not-connected-phone")
	if at := p.URL(); !strings.HasPrefix(at, address+"/p/connect-failed?code=pkce_state_not_found&id=") {
		t.Errorf("the browser ends at %s", at)
	}
	wantNoConnections(t, owner)
}
