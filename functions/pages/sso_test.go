package pages_test

import (
	"net/http"
	"testing"
	"time"

	"stint/functions/apitest"
)

func TestConfirmationPage(t *testing.T) {
	t.Parallel()
	h, tokens, _ := ready(t)
	token := tokens[ssoPath]
	unchanged(t, h, func() {
		for range 3 { // mail scanners follow links
			shown := open(h, ssoPath, token).Page(200)
			says(t, shown, "Confirm your sign-in", "c***@example.com", `action="/p/sso-verify"`, `value="`+token+`"`, ">Yes, it was me</button>")
			lacks(t, shown, cleo.Email, "Cleo")
		}
	})
	answer := send(h, ssoPath, "token", token)
	done := answer.Page(200)
	says(t, done, "You are signed in")
	lacks(t, done, token, "<form", cleo.Email)
	session := h.Signed(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: refreshCookies(answer)}))
	if me := session.Get("/api/auth/me").OK(); me["email"] != cleo.Email || me["email_verified"] != true || me["display_name"] != cleo.Name {
		t.Errorf("account %v", me)
	}
	again := send(h, ssoPath, "token", token)
	says(t, again.Page(422), dead)
	if len(refreshCookies(again)) != 0 {
		t.Error("a cookie comes with a dead link")
	}
}

func TestDeadConfirmations(t *testing.T) {
	t.Parallel()
	h, tokens, _ := ready(t)
	for _, token := range []string{"", "x", tokens[verifyPath], tokens[resetPath], tokens[invitationPath], "%00", "%ff"} {
		unchanged(t, h, func() {
			says(t, open(h, ssoPath, token).Page(422), dead)
			says(t, send(h, ssoPath, "token", token).Page(422), dead)
		})
	}
	for _, path := range []string{verifyPath, resetPath} {
		says(t, open(h, path, tokens[ssoPath]).Page(422), dead)
	}
	h.Clock.Advance(24 * time.Hour)
	says(t, open(h, ssoPath, tokens[ssoPath]).Page(422), dead)
	says(t, send(h, ssoPath, "token", tokens[ssoPath]).Page(422), dead)
}

// A login that belongs to somebody else by now is a page as well.
func TestConfirmationThatCameTooLate(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewSSO(t)
	h.Begin("", "").As(provider, cleo).End().OK()
	token := h.MailedToken(cleo.Email, "sso-verify")
	h.Begin(h.Register("ada").Token, "").As(provider, cleo).End().OK()
	answer := send(h, ssoPath, "token", token)
	says(t, answer.Page(409), "That did not work")
	if len(refreshCookies(answer)) != 0 {
		t.Error("somebody is in")
	}
}

func TestPagesOnTheWay(t *testing.T) {
	t.Parallel()
	h := apitest.New(t) // they need no provider
	for path, words := range map[string]string{"/p/signed-in": "You are signed in", "/p/check-mail": "Look into your mailbox"} {
		answer := h.Send(apitest.Request{Method: "GET", Path: path, Cookies: []*http.Cookie{{Name: "stint_refresh", Value: "x"}}})
		says(t, answer.Page(200), words)
	}
}
