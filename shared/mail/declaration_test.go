package mail_test

import (
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/mail"
)

// A declaration stands in a mail byte for byte, so that what is copied from it has the digest that was signed. The
// subject names the client and the period.
func TestDeclarationIsTheSignedText(t *testing.T) {
	t.Parallel()
	const german, english = "Ich gebe die Stunden von A.B am 3. Juni frei.", "I approve the hours of A.B on 3 June."
	m, err := mail.ComposeNotification(domain.Mail{Kind: domain.NotifyClientDecided}, mail.Notification{
		To: "a@example.com", Language: locale.English, First: "2026-06-03", Last: "2026-06-03", English: english,
		Scope: &timesheets.LinkScope{ClientName: "Acme"},
		Signature: &timesheets.Signature{Decision: timesheets.DecisionApproved, Name: "Clara", Language: "de",
			Attestation: german},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{german, english} {
		if !strings.Contains(m.Text, text) || !strings.Contains(m.HTML, text) {
			t.Errorf("no %q in\n%s", text, m.Text)
		}
	}
	if m.Subject != "The client signed a timesheet: Acme, 3 June 2026" {
		t.Errorf("subject %q", m.Subject)
	}
}
