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
	for name, test := range map[string]func(t *testing.T){
		"a client signs":            approveAsClient,
		"a client declines":         declineAsClient,
		"a client reads the days":   readDays,
		"in four languages":         readInLanguages,
		"by keyboard alone":         approveByKeyboard,
		"a timesheet is decided on": decideOnAPhone,
		"a timer is stopped":        stopOnAPhone,
		"an address is verified":    verifyAddress,
		"a password is reset":       resetPassword,
		"an invitation is accepted": acceptInvitation,
		"an invalid link":           openInvalidLink,
		"an error is explained":     openErrorPage,
	} {
		t.Run(name, test)
	}
}

// mailedLink is the link to a page, such as /p/timer, in the newest mail to an address that has one.
func mailedLink(t *testing.T, api *apitest.Service, to, page string) string {
	t.Helper()
	api.RunWorker()
	for _, m := range api.MailsTo(to) {
		if before, rest, ok := strings.Cut(m.Text, page); ok {
			link, _, _ := strings.Cut(rest, "\n")
			return before[strings.LastIndexAny(before, " \n")+1:] + page + link
		}
	}
	t.Fatalf("no mail with a link to %s was sent", page)
	return ""
}

func verifyAddress(t *testing.T) {
	api, _ := apitest.NewWithServer(t)
	owner := api.Register("ada")
	p := browser.NewPhonePage(t)
	p.Open(mailedLink(t, api, owner.Email, "/p/verify-email"))
	p.CheckAccessible()
	p.Pictures("verify-email-phone")
	p.Fill("Password", "not the password")
	p.Click("Confirm address")
	p.WaitForText("Please correct the fields below")
	p.CheckAccessible()
	p.Fill("Password", apitest.Password)
	p.Click("Confirm address")
	p.WaitForText("Your address is confirmed")
	p.CheckAccessible()
	if owner.SignInAgain().Get("/api/auth/me").OK()["email_verified"] != true {
		t.Error("the address is not verified")
	}
}

func resetPassword(t *testing.T) {
	api, _ := apitest.NewWithServer(t)
	owner := api.Register("ada")
	api.RunWorker() // sends the mail to confirm the address
	api.Clock.Advance(time.Minute)
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body: object{"email": owner.Email}}).OK()
	p := browser.NewPhonePage(t)
	p.Open(mailedLink(t, api, owner.Email, "/p/password-reset"))
	p.Fill("New password", "password")
	p.Click("Save the password")
	p.WaitForText("Please correct the fields below")
	p.CheckAccessible()
	p.Pictures("password-reset-phone")
	p.Fill("New password", newPassword)
	p.Click("Save the password")
	p.WaitForText("Your password is changed")
	login(api, owner.Email, newPassword).OK()
}

func acceptInvitation(t *testing.T) {
	api, _ := apitest.NewWithServer(t)
	api.Register("ada").Invite(bobsEmail, "user")
	p := browser.NewPhonePage(t)
	p.Open(mailedLink(t, api, bobsEmail, "/p/invitation"))
	p.CheckAccessible()
	p.Pictures("invitation-phone")
	p.Fill("Your name", "Bob")
	p.Fill("E-mail address", bobsEmail)
	p.Fill("Password", newPassword)
	p.Click("Register and join")
	p.WaitForText("ada's workspace")
	p.CheckAccessible()
	login(api, bobsEmail, newPassword).OK()
}

func openInvalidLink(t *testing.T) {
	_, address := apitest.NewWithServer(t)
	p := browser.NewPhonePage(t)
	for _, path := range []string{"/p/client-approval/gone", "/p/invitation?token=gone", "/p/verify-email?token=gone"} {
		p.Open(address + path)
		p.WaitForText("This link does not work any more")
		p.CheckAccessible()
	}
	p.Pictures("dead-link-phone")
}

func openErrorPage(t *testing.T) {
	_, address := apitest.NewWithServer(t)
	p := browser.NewPhonePage(t)
	p.Open(address + "/errors/forbidden")
	p.WaitForText("forbidden", "analyst_read_only")
	p.CheckAccessible()
	p.Pictures("error-phone")
}
