package worker_test

import (
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/mail"
)

// wantMail runs the worker, and checks that it sent a mail with a subject, in a language.
func wantMail(t *testing.T, api *apitest.Service, to, subject, language string, says ...string) {
	t.Helper()
	api.RunWorker()
	mails := api.MailsTo(to)
	at := slices.IndexFunc(mails, func(m mail.StoredMessage) bool { return m.Subject == subject })
	if at < 0 {
		t.Fatalf("no mail to %s has the subject %q: %+v", to, subject, mails)
	}
	if !strings.Contains(mails[at].HTML, `<html lang="`+language+`">`) {
		t.Errorf("the mail %q is not in %s:\n%s", subject, language, mails[at].HTML)
	}
	for _, text := range says {
		if !strings.Contains(mails[at].Text, text) {
			t.Errorf("the mail %q lacks %q:\n%s", subject, text, mails[at].Text)
		}
	}
}

func choose(u *apitest.User, language string) {
	u.Patch("/api/auth/me/preferences", map[string]any{"preferredLanguage": language}).OK()
}

// Mails to an account speak the language that its user prefers when they are sent, or the nearest one.
func TestMailsSpeakThePreferredLanguage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	reset := apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body:   map[string]any{"email": owner.Email},
		Header: map[string]string{"Accept-Language": "es"}}
	for _, c := range []struct{ language, subject, spoken, greeting string }{
		{"de", "Wählen Sie ein neues Passwort", "de", "Guten Tag ada,"},
		{"fr-CA", "Choisissez un nouveau mot de passe", "fr", "Bonjour ada,"},
		{"pt", "Choose a new password", "en", "Hello ada,"},
	} {
		choose(owner, c.language)
		api.Send(reset).OK()
		wantMail(t, api, owner.Email, c.subject, c.spoken, c.greeting)
	}
	choose(owner, "de")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, map[string]any{"timezone": "Asia/Kathmandu"}).OK()
	owner.EnableSecondFactor()
	wantMail(t, api, owner.Email, "Der zweite Faktor ist eingeschaltet", "de",
		"Zeitpunkt: 17. Juni 2026, 17:45\u00a0UTC+5:45.", "Falls Sie das waren, müssen Sie nichts tun.")
}

// A mail to a user who chose no language speaks that of the browser from which it was requested.
func TestMailsSpeakTheLanguageOfTheBrowser(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body:   map[string]any{"email": owner.Email},
		Header: map[string]string{"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}}).OK()
	wantMail(t, api, owner.Email, "Elija una contraseña nueva", "es", "Hola, ada:")
}

// An invitation speaks the language of the invited account, or else that of the inviter, with times in the zone of
// the workspace.
func TestInvitationsSpeakTheLanguageOfTheInvited(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	choose(owner, "de")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, map[string]any{"timezone": "Europe/Berlin"}).OK()
	owner.Invite("new@example.com", "")
	wantMail(t, api, "new@example.com", "Ihre Einladung in einen Arbeitsbereich bei Stint", "de",
		"Die Einladung gilt bis zum 1. Juli 2026, 14:00\u00a0UTC+2.")
	owner.Invite(outsider.Email, "")
	wantMail(t, api, outsider.Email, "Ihre Einladung in einen Arbeitsbereich bei Stint", "de")
	otherOutsider := api.Register("cleo")
	choose(otherOutsider, "es")
	owner.Invite(otherOutsider.Email, "")
	wantMail(t, api, otherOutsider.Email, "Su invitación a un espacio de trabajo en Stint", "es",
		"hasta el 1 de julio de 2026, 14:00\u00a0UTC+2")
}
