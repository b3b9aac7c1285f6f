package inbox

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"stint/internal/browser"
	"stint/shared/domain"
	"stint/shared/mail"
)

func TestMain(m *testing.M) { browser.Main(func() { m.Run() }) }

// The inbox is readable on a phone, with long links and addresses, and shows a mail as a mail
// program would.
func TestInboxOnAPhone(t *testing.T) {
	box := mail.NewMailbox(func() time.Time { return time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC) })
	link := "http://localhost:8080/p/client-approval/" + strings.Repeat("x", 43)
	m := mail.Message{
		ID: domain.NewID(), To: "curator.of.the.harbour.museum@northlight-studio.example",
		Subject: "A timesheet for you to sign", Text: "Hello\n\nPlease look at it.\n\n" + link + "\n",
		HTML: `<p style="color:#1a2027">Please look at it.</p><p><a href="` + link + `">Look at the timesheet</a></p>`,
	}
	if err := box.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(InFrontOf(http.NotFoundHandler(), box))
	defer server.Close()
	p := browser.NewPhonePage(t)
	p.Open(server.URL + Path)
	p.CheckAccessible()
	p.Unfold("As a mail program shows it")
	p.CheckAccessible()
	p.Pictures("inbox-phone")
}
