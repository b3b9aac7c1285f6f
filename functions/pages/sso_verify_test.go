package pages_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestConfirmationPage(t *testing.T) {
	t.Parallel()
	api, tokens, _ := newForms(t)
	token := tokens[ssoPath]
	wantUnchanged(t, api, func() {
		for range 3 { // mail scanners follow links
			shown := openPage(api, ssoPath, token).Page(200)
			wantTexts(t, shown, "Confirm your sign-in", "c***@example.com", `action="/p/sso-verify"`, `value="`+token+`"`,
				">Yes, it was me</button>")
			wantNoTexts(t, shown, cleo.Email, "Cleo")
		}
	})
	answer := sendForm(api, ssoPath, "token", token)
	done := answer.Page(200)
	wantTexts(t, done, "You are signed in")
	wantNoTexts(t, done, token, "<form", cleo.Email)
	session := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: refreshCookies(answer)}))
	if me := session.Get("/api/auth/me").OK(); me["email"] != cleo.Email || me["email_verified"] != true ||
		me["display_name"] != cleo.Name {
		t.Errorf("account %v", me)
	}
	again := sendForm(api, ssoPath, "token", token)
	wantTexts(t, again.Page(422), invalidLinkHeading)
	if len(refreshCookies(again)) != 0 {
		t.Error("an invalid link sets a cookie")
	}
}

func TestInvalidConfirmationLinks(t *testing.T) {
	t.Parallel()
	api, tokens, _ := newForms(t)
	for _, token := range []string{"", "x", tokens[verifyPath], tokens[resetPath], tokens[invitationPath], "%00", "%ff"} {
		wantUnchanged(t, api, func() {
			wantTexts(t, openPage(api, ssoPath, token).Page(422), invalidLinkHeading)
			wantTexts(t, sendForm(api, ssoPath, "token", token).Page(422), invalidLinkHeading)
		})
	}
	for _, path := range []string{verifyPath, resetPath} {
		wantTexts(t, openPage(api, path, tokens[ssoPath]).Page(422), invalidLinkHeading)
	}
	api.Clock.Advance(24 * time.Hour)
	wantTexts(t, openPage(api, ssoPath, tokens[ssoPath]).Page(422), invalidLinkHeading)
	wantTexts(t, sendForm(api, ssoPath, "token", tokens[ssoPath]).Page(422), invalidLinkHeading)
}

// When another account has the login by then, a page says so.
func TestOutdatedConfirmation(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	api.StartSSO("", "").Login(provider, cleo).Finish().OK()
	token := api.MailedToken(cleo.Email, "sso-verify")
	api.StartSSO(api.Register("ada").Token, "").Login(provider, cleo).Finish().OK()
	answer := sendForm(api, ssoPath, "token", token)
	wantTexts(t, answer.Page(409), "That did not work")
	if len(refreshCookies(answer)) != 0 {
		t.Error("a session was opened")
	}
}

func TestStatusPages(t *testing.T) {
	t.Parallel()
	api := apitest.New(t) // these pages need no provider
	for path, words := range map[string]string{"/p/signed-in": "You are signed in", "/p/check-mail": "Check your mail"} {
		answer := api.Send(apitest.Request{Method: "GET", Path: path,
			Cookies: []*http.Cookie{{Name: "stint_refresh", Value: "x"}}})
		wantTexts(t, answer.Page(200), words)
	}
}

func TestConfirmationPageAsksForTheSecondFactor(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	p := api.Register("cleo")
	p.VerifyEmail()
	factor := p.EnableSecondFactor()
	api.StartSSO("", "").Login(provider, cleo).Finish().OK()
	token := api.MailedToken(cleo.Email, "sso-verify")
	wantNoTexts(t, openPage(api, ssoPath, token).Page(200), "Code")
	sendCode := func(code string) *apitest.Answer { return sendForm(api, ssoPath, "token", token, "code", code) }
	withoutCode := sendForm(api, ssoPath, "token", token).Page(403)
	wantTexts(t, withoutCode, "<title>Error: ", "Please enter a code: your account has a second factor.",
		`autocomplete="one-time-code"`, `value="`+token+`"`)
	wantTexts(t, sendCode(" ").Page(403), "Please enter a code")
	for _, code := range []string{factor.WrongCode(), factor.Code(0)} {
		refused := sendCode(code)
		wantTexts(t, refused.Page(401), "This code is wrong or was used before.", `name="code"`)
		if len(refreshCookies(refused)) != 0 {
			t.Error("a session was opened")
		}
	}
	answer := sendCode(factor.Code(1))
	wantTexts(t, answer.Page(200), "You are signed in")
	if in := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: refreshCookies(answer)})); in.ID != p.ID {
		t.Error("another account")
	}
}
