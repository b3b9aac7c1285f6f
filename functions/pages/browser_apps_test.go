package pages_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/browser"
)

// Browsers sign in to the pages for apps without a password: by single sign-on, without scripts, and with a passkey.
func TestSignInForAppsInABrowser(t *testing.T) {
	api, address := newServedService(t)
	t.Run("by single sign-on", func(t *testing.T) { connectDevice(t, api) })
	t.Run("by a passkey", func(t *testing.T) { signInByPasskey(t, api, address) })
}

func connectDevice(t *testing.T, api *apitest.Service) {
	device := api.Send(apitest.Form("/oauth/device_authorization", "client_id", "stint")).OK()
	link := device["verification_uri_complete"].(string)
	p := browser.NewPhonePage(t)
	p.Open(link)
	p.WaitForText("Sign in to connect a device")
	p.CheckAccessible()
	p.Screenshot("app-sign-in-phone")
	if strings.Contains(p.Text(), "passkey") {
		t.Error("a passkey is offered, although there are no scripts")
	}
	p.Follow("Sign in with single sign-on")
	fillProviderForms(p, "ada")
	p.WaitForText("Enter the code that the device shows")
	if got := p.URL(); got != link {
		t.Errorf("the browser is back at %s", got)
	}
	p.Click("Continue")
	p.WaitForText("Allow Stint?", "ada@example.com")
	p.Click("Allow")
	p.WaitForText("The device is connected")
	api.Send(apitest.Form("/oauth/token", "grant_type", "urn:ietf:params:oauth:grant-type:device_code",
		"client_id", "stint", "device_code", device["device_code"].(string))).OK()
}

func signInByPasskey(t *testing.T, api *apitest.Service, address string) {
	owner, p := api.Register("olga"), browser.NewDesktopPage(t)
	p.AddAuthenticator()
	p.Open(address + "/p/passkeys")
	p.Fill("E-mail address", owner.Email)
	p.Fill("Password", apitest.Password)
	p.Fill("Name of the passkey", "Laptop")
	p.Click("Add a passkey")
	p.WaitForText("The passkey was added")
	at := address + "/oauth/authorize?response_type=code&client_id=stint&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback" +
		"&code_challenge_method=S256&state=a+b&code_challenge=" + strings.Repeat("a", 43)
	p.Open(at)
	p.CheckStructure()
	p.Screenshot("app-sign-in-desktop")
	p.Click("Sign in with a passkey")
	p.WaitForText("Allow Stint?", owner.Email)
	if got := p.URL(); !strings.Contains(got, "state=a+b") {
		t.Errorf("the browser is back at %s", got)
	}
}
