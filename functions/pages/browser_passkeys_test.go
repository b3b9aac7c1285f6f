package pages_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/browser"
)

// In Chromium, a user adds a passkey with their password and signs in with it. What goes wrong is said on the page.
func TestPasskeysInABrowser(t *testing.T) {
	for device, width := range map[string]int{"desktop": 1280, "phone": 390} {
		t.Run(device, func(t *testing.T) {
			api, address := apitest.NewWithServer(t)
			api.Clock.Set(time.Now())
			owner := api.Register("ada")
			p := browser.NewWindow(t, width, 844, true)
			p.AddAuthenticator()
			p.Open(address + "/p/passkeys")
			p.CheckStructure()
			p.Fill("E-mail address", owner.Email)
			p.Fill("Password", "not the password")
			p.Fill("Name of the passkey", "Laptop")
			p.Click("Add a passkey")
			p.WaitForText("does not sign in here")
			p.Fill("Password", apitest.Password)
			p.Click("Add a passkey")
			p.WaitForText("The passkey was added")
			p.Screenshot("passkeys-" + device)
			if made := owner.Get("/api/me/passkeys").Items(); len(made) != 1 || made[0]["name"] != "Laptop" {
				t.Errorf("the account has %v", made)
			}
			p.Click("Sign in with a passkey")
			p.WaitForText("You are signed in")
			if used := owner.Get("/api/me/passkeys").Items(); used[0]["last_used_at"] == nil {
				t.Error("the passkey was not used")
			}
		})
	}
}
