package pages_test

import (
	"strings"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/internal/browser"
)

// People use the pages on a phone, with scripts off, by what they can read.
func TestPagesInABrowser(t *testing.T) {
	b := browser.Start(t)
	for name, test := range map[string]func(t *testing.T, b *browser.Browser){
		"a client signs":         clientSigns,
		"a client declines":      clientDeclines,
		"by keyboard alone":      signsByKeyboard,
		"an address is verified": verifiesAddress,
		"a password is reset":    resetsPassword,
		"an invitation is taken": takesInvitation,
		"a dead link":            followsDeadLink,
		"an error is explained":  readsAboutError,
	} {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

const attestation = "I have looked at the hours listed here, which ada worked for us from 8 June 2026 to 14 June 2026, and approve them."

// mailedLink is the address in the newest mail to somebody.
func mailedLink(t *testing.T, h *apitest.House, to, address string) string {
	t.Helper()
	h.Deliver()
	for _, m := range h.Mails(to) {
		if _, rest, ok := strings.Cut(m.Text, address+"/p/"); ok {
			link, _, _ := strings.Cut(rest, "\n")
			return address + "/p/" + link
		}
	}
	t.Fatalf("no mail with a link came")
	return ""
}

func clientSigns(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewServed(t)
	linkToSign(h, true)
	link := mailedLink(t, h, "clara@acme.example", address)
	p := b.Phone(t)
	p.Open(link)
	p.Accessible()
	p.Shot("client-approval-phone")
	p.Says("Timesheet to sign", "ada's workspace asks you", "13 h 20 min", "1,206.67 EUR", attestation)

	p.Fill("Your name", "Clara Client")
	p.Click("Approve and sign")
	if !p.Refused(attestation) {
		t.Error("the browser lets one sign without the tick")
	}
	p.Check(attestation)
	p.Click("Approve and sign")
	p.Says("This timesheet is signed", "Clara Client approved it on 17 June 2026, 12:00 UTC.", "You can close this page.")
	p.Accessible()
	p.Shot("client-approval-signed-phone")

	again := b.Desktop(t)
	again.Open(link)
	again.Says("This timesheet is signed")
	again.Accessible()
	again.Shot("client-approval-signed-desktop")
}

func clientDeclines(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewServed(t)
	linkToSign(h, false)
	link := mailedLink(t, h, "clara@acme.example", address)
	p := b.Phone(t)
	p.Open(link)
	p.Fill("Your e-mail address", "clara@localhost@")
	p.Click("Decline")
	p.Says("Nothing was signed yet", "Your name is missing.", "Your e-mail address must be an e-mail address.")
	if got := p.Title(); !strings.HasPrefix(got, "Error: ") {
		t.Errorf("title %q", got)
	}
	p.Accessible()
	p.Shot("client-approval-wrong-phone")
	p.Fill("Your name", "Clara Client")
	p.Fill("Your e-mail address", "clara@acme.example")
	p.Fill("What is not right (you need not say)", "Monday was a holiday")
	p.Click("Decline")
	p.Says("This timesheet was declined", "Reason: Monday was a holiday")
	p.Shot("client-approval-declined-phone")
}

// signsByKeyboard walks through the form as somebody does who has no mouse.
func signsByKeyboard(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewServed(t)
	linkToSign(h, false)
	p := b.Desktop(t)
	p.Open(mailedLink(t, h, "clara@acme.example", address))
	p.Shot("client-approval-desktop")
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
	walk("What is not right (you need not say)")
	walk("Decline")
	p.Press("Shift+Tab")
	p.Press("Shift+Tab")
	p.Press("Enter")
	p.Says("This timesheet is signed", "Clara Client approved it")
}

func verifiesAddress(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewServed(t)
	ada := h.Register("ada")
	p := b.Phone(t)
	p.Open(mailedLink(t, h, ada.Email, address))
	p.Accessible()
	p.Shot("verify-email-phone")
	p.Click("Confirm address")
	p.Says("Your address is confirmed")
	p.Accessible()
	if ada.Get("/api/auth/me").OK()["email_verified"] != true {
		t.Error("the address is not verified")
	}
}

func resetsPassword(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewServed(t)
	ada := h.Register("ada")
	h.Deliver() // the mail to confirm the address
	h.Clock.Advance(time.Minute)
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request", Body: object{"email": ada.Email}}).OK()
	p := b.Phone(t)
	p.Open(mailedLink(t, h, ada.Email, address))
	p.Fill("New password", "password")
	p.Click("Save the password")
	p.Says("something is not right")
	p.Accessible()
	p.Shot("password-reset-phone")
	p.Fill("New password", newPassword)
	p.Click("Save the password")
	p.Says("Your password is changed")
	login(h, ada.Email, newPassword).OK()
}

func takesInvitation(t *testing.T, b *browser.Browser) {
	h, address := apitest.NewServed(t)
	h.Register("ada").Invite(bobs, "user")
	p := b.Phone(t)
	p.Open(mailedLink(t, h, bobs, address))
	p.Accessible()
	p.Shot("invitation-phone")
	p.Fill("Your name", "Bob")
	p.Fill("E-mail address", bobs)
	p.Fill("Password", newPassword)
	p.Click("Register and join")
	p.Says("ada's workspace")
	p.Accessible()
	login(h, bobs, newPassword).OK()
}

func followsDeadLink(t *testing.T, b *browser.Browser) {
	_, address := apitest.NewServed(t)
	p := b.Phone(t)
	for _, path := range []string{"/p/client-approval/gone", "/p/invitation?token=gone", "/p/verify-email?token=gone"} {
		p.Open(address + path)
		p.Says("This link does not work any more")
		p.Accessible()
	}
	p.Shot("dead-link-phone")
}

func readsAboutError(t *testing.T, b *browser.Browser) {
	_, address := apitest.NewServed(t)
	p := b.Phone(t)
	p.Open(address + "/errors/forbidden")
	p.Says("forbidden", "analyst_read_only")
	p.Accessible()
	p.Shot("error-phone")
	p.Open(address + "/api/docs")
	p.Accessible()
}
