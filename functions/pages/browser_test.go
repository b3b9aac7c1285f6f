package pages_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/browser"
)

// A browser on a phone without scripts uses the pages by their visible texts.
func TestPagesInABrowser(t *testing.T) {
	b := browser.Start(t)
	for name, test := range map[string]func(t *testing.T, b *browser.Browser){
		"a client signs":            approveAsClient,
		"a client declines":         declineAsClient,
		"by keyboard alone":         approveByKeyboard,
		"an address is verified":    verifyAddress,
		"a password is reset":       resetPassword,
		"an invitation is accepted": acceptInvitation,
		"an invalid link":           openInvalidLink,
		"an error is explained":     openErrorPage,
	} {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

const attestation = "I have looked at the hours listed here, which ada worked for us from 8 June 2026 to 14 June 2026, and approve them."

// mailedLink is the link in the newest mail to an address.
func mailedLink(t *testing.T, h *apitest.Service, to, address string) string {
	t.Helper()
	h.RunWorker()
	for _, m := range h.MailsTo(to) {
		if _, rest, ok := strings.Cut(m.Text, address+"/p/"); ok {
			link, _, _ := strings.Cut(rest, "\n")
			return address + "/p/" + link
		}
	}
	t.Fatalf("no mail with a link was sent")
	return ""
}

func approveAsClient(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewWithServer(t)
	createClientLink(h, object{"clientEmail": "clara@acme.example", "showAmounts": true})
	link := mailedLink(t, h, "clara@acme.example", address)
	p := b.NewPhonePage(t)
	p.Open(link)
	p.CheckAccessible()
	p.Screenshot("client-approval-phone")
	p.WaitForText("Timesheet to sign", "ada's workspace asks you", "13 h 20 min", "1,206.67 EUR", attestation)

	p.Fill("Your name", "Clara Client")
	p.Click("Approve and sign")
	if !p.IsInvalid(attestation) {
		t.Error("the browser sends the form without the tick")
	}
	p.Check(attestation)
	p.Click("Approve and sign")
	p.WaitForText("This timesheet is signed", "Clara Client approved it on 17 June 2026, 12:00 UTC.", "You can close this page.")
	p.CheckAccessible()
	p.Screenshot("client-approval-signed-phone")

	again := b.NewDesktopPage(t)
	again.Open(link)
	again.WaitForText("This timesheet is signed")
	again.CheckAccessible()
	again.Screenshot("client-approval-signed-desktop")
}

func declineAsClient(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewWithServer(t)
	createClientLink(h, object{"clientEmail": "clara@acme.example"})
	link := mailedLink(t, h, "clara@acme.example", address)
	p := b.NewPhonePage(t)
	p.Open(link)
	p.Fill("Your e-mail address", "clara@localhost@")
	p.Click("Decline")
	p.WaitForText("Nothing was signed yet", "Your name is missing.", "Your e-mail address must be an e-mail address.")
	if got := p.Title(); !strings.HasPrefix(got, "Error: ") {
		t.Errorf("title %q", got)
	}
	p.CheckAccessible()
	p.Screenshot("client-approval-wrong-phone")
	p.Fill("Your name", "Clara Client")
	p.Fill("Your e-mail address", "clara@acme.example")
	p.Fill("What is wrong (optional)", "Monday was a holiday")
	p.Click("Decline")
	p.WaitForText("This timesheet was declined", "Reason: Monday was a holiday")
	p.Screenshot("client-approval-declined-phone")
}

// approveByKeyboard signs with the keyboard alone.
func approveByKeyboard(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewWithServer(t)
	createClientLink(h, object{"clientEmail": "clara@acme.example"})
	p := b.NewDesktopPage(t)
	p.Open(mailedLink(t, h, "clara@acme.example", address))
	p.Screenshot("client-approval-desktop")
	walk := func(want string) {
		t.Helper()
		p.Press("Tab")
		if name, outlined := p.Focused(); name != want || !outlined {
			t.Errorf("the focus is on %q (outlined: %t), want %q", name, outlined, want)
		}
	}
	walk("Skip to the content")
	walk("Your name")
	p.Type("Clara Client")
	walk("Your e-mail address")
	walk(attestation)
	p.Press("Space")
	walk("Approve and sign")
	walk("What is wrong (optional)")
	walk("Decline")
	p.Press("Shift+Tab")
	p.Press("Shift+Tab")
	p.Press("Enter")
	p.WaitForText("This timesheet is signed", "Clara Client approved it")
}

func verifyAddress(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewWithServer(t)
	ada := h.Register("ada")
	p := b.NewPhonePage(t)
	p.Open(mailedLink(t, h, ada.Email, address))
	p.CheckAccessible()
	p.Screenshot("verify-email-phone")
	p.Fill("Password", "not the password")
	p.Click("Confirm address")
	p.WaitForText("Please correct the fields below")
	p.CheckAccessible()
	p.Fill("Password", apitest.Password)
	p.Click("Confirm address")
	p.WaitForText("Your address is confirmed")
	p.CheckAccessible()
	if h.UserOf(login(h, ada.Email, apitest.Password)).Get("/api/auth/me").OK()["email_verified"] != true {
		t.Error("the address is not verified")
	}
}

func resetPassword(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewWithServer(t)
	ada := h.Register("ada")
	h.RunWorker() // sends the mail to confirm the address
	h.Clock.Advance(time.Minute)
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request", Body: object{"email": ada.Email}}).OK()
	p := b.NewPhonePage(t)
	p.Open(mailedLink(t, h, ada.Email, address))
	p.Fill("New password", "password")
	p.Click("Save the password")
	p.WaitForText("Please correct the fields below")
	p.CheckAccessible()
	p.Screenshot("password-reset-phone")
	p.Fill("New password", newPassword)
	p.Click("Save the password")
	p.WaitForText("Your password is changed")
	login(h, ada.Email, newPassword).OK()
}

func acceptInvitation(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewWithServer(t)
	h.Register("ada").Invite(bobsEmail, "user")
	p := b.NewPhonePage(t)
	p.Open(mailedLink(t, h, bobsEmail, address))
	p.CheckAccessible()
	p.Screenshot("invitation-phone")
	p.Fill("Your name", "Bob")
	p.Fill("E-mail address", bobsEmail)
	p.Fill("Password", newPassword)
	p.Click("Register and join")
	p.WaitForText("ada's workspace")
	p.CheckAccessible()
	login(h, bobsEmail, newPassword).OK()
}

func openInvalidLink(t *testing.T, b *browser.Browser) {
	_, address := apitest.NewWithServer(t)
	p := b.NewPhonePage(t)
	for _, path := range []string{"/p/client-approval/gone", "/p/invitation?token=gone", "/p/verify-email?token=gone"} {
		p.Open(address + path)
		p.WaitForText("This link does not work any more")
		p.CheckAccessible()
	}
	p.Screenshot("dead-link-phone")
}

func openErrorPage(t *testing.T, b *browser.Browser) {
	_, address := apitest.NewWithServer(t)
	p := b.NewPhonePage(t)
	p.Open(address + "/errors/forbidden")
	p.WaitForText("forbidden", "analyst_read_only")
	p.CheckAccessible()
	p.Screenshot("error-phone")
	p.Open(address + "/api/docs")
	p.CheckAccessible()
}
