package worker_test

import (
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/mail"
)

// wantMail runs the worker, and checks that it sent a mail with a subject, in a language.
func wantMail(t *testing.T, h *apitest.Service, to, subject, language string, says ...string) {
	t.Helper()
	h.RunWorker()
	mails := h.MailsTo(to)
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
	h := apitest.New(t)
	ada := h.Register("ada")
	reset := apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body:   map[string]any{"email": ada.Email},
		Header: map[string]string{"Accept-Language": "es"}}
	for _, c := range []struct{ language, subject, spoken, greeting string }{
		{"de", "Wählen Sie ein neues Passwort", "de", "Guten Tag ada,"},
		{"fr-CA", "Choisissez un nouveau mot de passe", "fr", "Bonjour ada,"},
		{"pt", "Choose a new password", "en", "Hello ada,"},
	} {
		choose(ada, c.language)
		h.Send(reset).OK()
		wantMail(t, h, ada.Email, c.subject, c.spoken, c.greeting)
	}
	choose(ada, "de")
	ada.Patch("/api/workspaces/"+ada.WorkspaceID, map[string]any{"timezone": "Asia/Kathmandu"}).OK()
	ada.EnableSecondFactor()
	wantMail(t, h, ada.Email, "Der zweite Faktor ist eingeschaltet", "de",
		"Zeitpunkt: 17. Juni 2026, 17:45\u00a0UTC+5:45.", "Falls Sie das waren, müssen Sie nichts tun.")
}

// A mail to a user who chose no language speaks that of the browser from which it was requested.
func TestMailsSpeakTheLanguageOfTheBrowser(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body:   map[string]any{"email": ada.Email},
		Header: map[string]string{"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}}).OK()
	wantMail(t, h, ada.Email, "Elija una contraseña nueva", "es", "Hola, ada:")
}

// An invitation speaks the language of the invited account, or else that of the inviter, with times in the zone of
// the workspace.
func TestInvitationsSpeakTheLanguageOfTheInvited(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	choose(ada, "de")
	ada.Patch("/api/workspaces/"+ada.WorkspaceID, map[string]any{"timezone": "Europe/Berlin"}).OK()
	ada.Invite("new@example.com", "")
	wantMail(t, h, "new@example.com", "Ihre Einladung in einen Arbeitsbereich bei Stint", "de",
		"Die Einladung gilt bis zum 1. Juli 2026, 14:00\u00a0UTC+2.")
	ada.Invite(bob.Email, "")
	wantMail(t, h, bob.Email, "Ihre Einladung in einen Arbeitsbereich bei Stint", "de")
	cleo := h.Register("cleo")
	choose(cleo, "es")
	ada.Invite(cleo.Email, "")
	wantMail(t, h, cleo.Email, "Su invitación a un espacio de trabajo en Stint", "es",
		"hasta el 1 de julio de 2026, 14:00\u00a0UTC+2")
}
