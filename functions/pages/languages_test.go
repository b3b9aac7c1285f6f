package pages_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// inLanguage opens a page with a browser of a language.
func inLanguage(api *apitest.Service, address, acceptLanguage string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "GET", Path: address,
		Header: map[string]string{"Accept-Language": acceptLanguage}})
}

// wantLanguage checks that a page names its language, and whether a cache must look at Accept-Language.
func wantLanguage(t *testing.T, a *apitest.Answer, language string, fromBrowser bool) {
	t.Helper()
	vary := slices.Contains(a.Header.Values("Vary"), "Accept-Language")
	if got := a.Header.Get("Content-Language"); got != language || vary != fromBrowser {
		t.Errorf("Content-Language %q, Vary %v; want %q, %v", got, vary, language, fromBrowser)
	}
	if !strings.Contains(string(a.Body), `<html lang="`+language+`">`) {
		t.Errorf("the page does not name the language %q:\n%s", language, a.Body)
	}
}

// A page whose reader is not known speaks the language of the browser.
func TestPagesSpeakTheLanguageOfTheBrowser(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Register("ada").Invite(bobsEmail, "analyst")
	invitation := invitationPath + "?token=" + api.MailedToken(bobsEmail, "invitation")
	for header, want := range map[string]struct{ language, invited, signedIn, failed, missing string }{
		"": {"en", "1 July 2026, 12:00\u00a0UTC", "You are signed in", "The sign-in did not work",
			"This link does not work any more"},
		"pt-BR": {"en", "analyst (can only read)", "You can close this page.",
			"Sign in again", "This link does not work any more"},
		"de-AT,de;q=0.9,en;q=0.3": {"de", "1. Juli 2026, 12:00\u00a0UTC", "Sie sind angemeldet",
			"Die Anmeldung hat nicht geklappt", "Dieser Link funktioniert nicht mehr"},
		"fr": {"fr", "1er juillet 2026, 12:00\u00a0UTC", "Connexion réussie", "La connexion n’a pas fonctionné",
			"Ce lien ne fonctionne plus"},
		"ja, es;q=0.1": {"es", "1 de julio de 2026, 12:00\u00a0UTC", "Ha iniciado sesión",
			"No se ha podido iniciar sesión", "Este enlace ya no funciona"},
		"<script>alert(1)": {"en", "Join ada&#39;s workspace", "You are signed in", "The sign-in did not work",
			"This link does not work any more"},
	} {
		for address, c := range map[string]struct {
			status int
			says   string
		}{
			invitation: {200, want.invited}, "/p/signed-in": {200, want.signedIn},
			"/p/sign-in-failed?code=conflict": {200, want.failed}, verifyPath + "?token=x": {422, want.missing},
		} {
			answer := inLanguage(api, address, header)
			wantTexts(t, answer.Page(c.status), c.says)
			wantLanguage(t, answer, want.language, true)
		}
	}
}

// A page that a mailed token opens for an account speaks the language of its user, whatever the browser sends, also
// when the form has a mistake.
func TestPagesSpeakTheLanguageOfTheirUser(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Patch("/api/auth/me/preferences", object{"preferredLanguage": "de-CH"}).OK()
	token := requestResetToken(owner)
	shown := inLanguage(api, resetPath+"?token="+token, "fr")
	wantTexts(t, shown.Page(200), "Wählen Sie ein neues Passwort", "Es gilt für das Konto von a***@")
	wantLanguage(t, shown, "de", false)
	form := apitest.Form(resetPath, "token", token, "newPassword", "short")
	form.Header["Accept-Language"] = "fr"
	wrong := api.Send(form)
	wantTexts(t, wrong.Page(422), "<title>Fehler: Wählen Sie ein neues Passwort", "Das ist zu kurz.",
		"8 bis 128 beliebige Zeichen.")
	wantLanguage(t, wrong, "de", false)
}

// A page about a problem speaks the language of the browser.
func TestErrorPagesSpeakTheLanguageOfTheBrowser(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	form := apitest.Form(resetPath, "token", "x", "newPassword", newPassword)
	form.Header["Origin"], form.Header["Accept-Language"] = "https://evil.example", "es-MX"
	answer := api.Send(form)
	wantTexts(t, answer.Page(http.StatusForbidden), "No ha funcionado", "página de otro sitio")
	wantLanguage(t, answer, "es", true)
}

// Names that people chose are escaped in every language.
func TestNamesAreEscapedInEveryLanguage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"name": `<b>{role}</b>"&`}).OK()
	owner.Invite(bobsEmail, "analyst")
	token := api.MailedToken(bobsEmail, "invitation")
	for _, l := range []string{"en", "de", "fr", "es"} {
		shown := inLanguage(api, invitationPath+"?token="+token, l).Page(200)
		wantTexts(t, shown, "&lt;b&gt;{role}&lt;/b&gt;&#34;&amp;")
		wantNoTexts(t, shown, "<b>")
	}
}
