package pages_test

import (
	"reflect"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

const (
	verifyPath     = "/p/verify-email"
	resetPath      = "/p/password-reset"
	invitationPath = "/p/invitation"
	ssoPath        = "/p/sso-verify"
	newPassword    = "another good password"
	bobsEmail      = "bob@example.com"
)

type object = map[string]any

// cleo is a user at the identity provider, with an address that is not verified there.
var cleo = idp.User{Subject: "cleo-1", Email: "cleo@example.com", Name: "<b>Cleo</b>"}

func openPage(api *apitest.Service, path, token string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "GET", Path: path + "?token=" + token})
}

func sendForm(api *apitest.Service, path string, pairs ...string) *apitest.Answer {
	return api.Send(apitest.Form(path, pairs...))
}

func login(api *apitest.Service, email, password string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": email, "password": password}})
}

// requestResetToken requests a password reset and returns the token of the mail.
func requestResetToken(p *apitest.User) string {
	p.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request", Body: object{"email": p.Email}}).OK()
	return p.MailedToken(p.Email, "password-reset")
}

// wantTexts checks that a page contains all texts, apart from its style sheet.
func wantTexts(t *testing.T, page string, texts ...string) {
	t.Helper()
	page = withoutStyle(page)
	for _, text := range texts {
		if !strings.Contains(page, text) {
			t.Errorf("the page lacks %q:\n%s", text, page)
		}
	}
}

// wantNoTexts checks that a page contains none of the texts, apart from its style
// sheet.
func wantNoTexts(t *testing.T, page string, texts ...string) {
	t.Helper()
	page = withoutStyle(page)
	for _, text := range texts {
		if strings.Contains(page, text) {
			t.Errorf("the page has %q:\n%s", text, page)
		}
	}
}

// withoutStyle is a page without its style sheet.
func withoutStyle(page string) string {
	before, rest, _ := strings.Cut(page, "<style>")
	_, after, _ := strings.Cut(rest, "</style>")
	return before + after
}

// wantUnchanged runs requests that must not change the table.
func wantUnchanged(t *testing.T, api *apitest.Service, requests func()) {
	t.Helper()
	before := testkit.Dump(t, api.Table)
	requests()
	if after := testkit.Dump(t, api.Table); !reflect.DeepEqual(before, after) {
		t.Errorf("the table was changed:\n%v\nbefore\n%v", after, before)
	}
}
