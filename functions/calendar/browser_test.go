package calendar_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"stint/functions/apitest"
	"stint/internal/browser"
	"stint/shared/config"
	"stint/shared/testkit/gcalendar"
)

// connectedPage is where a browser ends up.
const connectedPage = "/p/connected"

// frontEnd serves an empty page of another origin on the same site, and gives
// its address.
func frontEnd(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!doctype html><html lang="en"><title>A front end</title>`))
	}))
	t.Cleanup(server.Close)
	return strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
}

// A browser goes the whole way: a script of a front end begins it, the provider
// is on another site and asks for consent, and the page at the end says that all
// is well. Nothing secret is left behind in the window.
func TestConnectingInABrowser(t *testing.T) {
	front := frontEnd(t)
	provider, options := outside(t)
	h, address := apitest.NewServed(t, append(options, func(c *config.Config) { c.Origins = []string{front} })...)
	ada := h.Register("ada")
	p := browser.Start(t).Desktop(t)
	var begun struct {
		AuthorizationURL string `json:"authorization_url"`
		State            string
	}
	p.Open(front)
	p.Fetch(address+apitest.Connections+"/external/start", ada.Token, &begun)

	p.Open(begun.AuthorizationURL)
	p.Says("May Stint read your calendars?")
	p.Follow("Yes, as " + account)
	p.Says("Your calendar is connected", "You can close this page.")
	p.Accessible()
	p.Shot("calendar-connected-desktop")
	if got := p.URL(); got != address+connectedPage {
		t.Errorf("the window shows %s", got)
	}
	visited := p.History()
	if len(visited) < 3 || !slices.Contains(visited, address+connectedPage) {
		t.Errorf("visited %v", visited)
	}
	nothingSecret(t, provider, visited, begun.State)
	if got := titles(t, ada.Get(eventsPath)); got != "planning" {
		t.Errorf("events %s", got)
	}
	if n := provider.Calls(gcalendar.AuthPath); n != 2 { // the question, and the answer
		t.Errorf("the provider asked %d times", n)
	}
}

// nothingSecret fails the test when an address of ours has a code, a verifier, a
// token or the state in it. Of the provider's, only the state may be there.
func nothingSecret(t *testing.T, provider *apitest.Calendars, visited []string, state string) {
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
		if strings.Contains(url, state) && !strings.HasPrefix(url, provider.Address) {
			t.Errorf("the state is left in %s", url)
		}
	}
}

// Another browser is given the way back, as by somebody who wants it to end up
// with a calendar of theirs: it connects nothing.
func TestAnotherBrowserConnectsNothing(t *testing.T) {
	provider, options := outside(t)
	h, address := apitest.NewServed(t, options...)
	ada := h.Register("ada")
	trip := ada.SetOut().Agree(provider, account)
	p := browser.Start(t).Phone(t)
	p.Open(address + trip.Request().Path)
	p.Says("Your calendar is not connected", "begun in another browser", "pkce_state_not_found")
	p.Accessible()
	p.Shot("calendar-not-connected-phone")
	if at := p.URL(); !strings.HasPrefix(at, address+"/p/connect-failed?code=pkce_state_not_found&id=") {
		t.Errorf("it ends at %s", at)
	}
	nothingConnected(t, ada)
}
