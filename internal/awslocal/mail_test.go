package awslocal_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"stint/internal/awslocal"
	"stint/shared/domain"
	"stint/shared/mail"
	"stint/shared/mail/ses"
)

// A mail that the worker sends by SES arrives in the mailbox, word for word.
func TestMailsArriveInTheMailbox(t *testing.T) {
	t.Parallel()
	box := mail.NewMailbox(time.Now)
	server := httptest.NewServer(awslocal.NewMailServer(box))
	t.Cleanup(server.Close)
	sender := ses.New("us-east-1", server.URL, "stint@example.com")
	m := mail.Message{ID: domain.NewID(), Kind: "invitation", To: "ada@example.com", Subject: "Grüße", Text: "a\nb",
		HTML: "<p>"}
	if err := sender.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	all := box.Messages("")
	if len(all) != 1 || all[0].To != m.To || all[0].Subject != m.Subject || all[0].Text != m.Text ||
		all[0].HTML != m.HTML {
		t.Errorf("the mailbox has %+v", all)
	}
}

func TestWhatIsNoMailIsRefused(t *testing.T) {
	t.Parallel()
	box := mail.NewMailbox(time.Now)
	for _, body := range []string{
		"", "{}", `{"Destination":{"ToAddresses":["a@example.com"]}}`,
		`{"Destination":{"ToAddresses":["a@example.com"]},"Content":{"Simple":{}}}`,
		`{"Destination":{"ToAddresses":["a@example.com","b@example.com"]},"Content":{"Simple":{"Subject":{"Data":"s"},"Body":{"Text":{"Data":"t"},"Html":{"Data":"h"}}}}}`,
	} {
		w := httptest.NewRecorder()
		awslocal.NewMailServer(box).ServeHTTP(w, httptest.NewRequest("POST", "/v2/email/outbound-emails",
			strings.NewReader(body)))
		if w.Code != 400 || len(box.Messages("")) != 0 {
			t.Errorf("%s: %d", body, w.Code)
		}
	}
}
