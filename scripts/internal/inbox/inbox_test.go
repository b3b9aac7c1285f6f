package inbox

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/mail"
)

// newInboxHandler serves a mailbox with two mails. Its gateway answers 418 to every
// request.
func newInboxHandler(t *testing.T) http.Handler {
	t.Helper()
	box := mail.NewMailbox(func() time.Time { return time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC) })
	for id, to := range map[domain.ID]domain.Email{"1": "ada@example.com", "2": "bob@example.com"} {
		m := mail.Message{ID: id, To: to, Subject: "Hello <you>", Text: "See\nhttp://localhost:8080/p/x?token=t\n",
			HTML: "<p>"}
		if err := box.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	return InFrontOf(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }),
		box)
}

func send(h http.Handler, method, path, accept string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestInboxInJSON(t *testing.T) {
	t.Parallel()
	h := newInboxHandler(t)
	for query, want := range map[string]int{"": 2, "?to=ada@example.com": 1, "?to=%20ADA@example.com": 1,
		"?to=eve@example.com": 0, "?to=nobody": 0} {
		w := send(h, "GET", "/_local/mail"+query, "*/*")
		var list struct{ Items []map[string]any }
		if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || list.Items == nil || len(list.Items) != want {
			t.Errorf("%q: %d mails (%v), want %d\n%s", query, len(list.Items), err, want, w.Body)
		}
		for _, m := range list.Items {
			for _, name := range []string{"id", "to", "subject", "text", "html", "headers", "sent_at"} {
				if m[name] == nil || len(m) != 7 {
					t.Errorf("a mail without %s, or with more than it should have: %v", name, m)
				}
			}
		}
	}
}

func TestInboxAnswersWithACorrelationID(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("GET", Path, nil)
	r.Header.Set("X-Correlation-Id", "chosen-1")
	w := httptest.NewRecorder()
	newInboxHandler(t).ServeHTTP(w, r)
	if got := w.Header().Get("X-Correlation-Id"); got != "chosen-1" {
		t.Errorf("correlation id %q, want the one of the request", got)
	}
	if got := send(newInboxHandler(t), "GET", Path, "*/*").Header().Get("X-Correlation-Id"); got == "" {
		t.Error("no correlation id")
	}
}

func TestInboxInABrowser(t *testing.T) {
	t.Parallel()
	w := send(newInboxHandler(t), "GET", "/_local/mail", "text/html,*/*")
	page := w.Body.String()
	if got := w.Header().Get("Content-Type"); got != "text/html; charset=utf-8" ||
		w.Header().Get("Content-Security-Policy") == "" {
		t.Errorf("content type %q, headers %v", got, w.Header())
	}
	for _, part := range []string{"Hello &lt;you&gt;", `<a href="http://localhost:8080/p/x?token=t">`,
		"bob@<wbr>example.<wbr>com", "17 June 2026, 12:00:00 UTC", `srcdoc="&lt;p&gt;"`} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s:\n%s", part, page)
		}
	}
}

func TestOtherRequestsGoToTheGateway(t *testing.T) {
	t.Parallel()
	h := newInboxHandler(t)
	for _, path := range []string{"/", "//", "/_local/mail/", "/_local//mail", "/a/../b"} {
		if w := send(h, "GET", path, "*/*"); w.Code != http.StatusTeapot {
			t.Errorf("GET %s: %d, want the gateway's answer", path, w.Code)
		}
	}
	if w := send(h, "POST", "/_local/mail", "*/*"); w.Code != http.StatusTeapot {
		t.Errorf("POST to the inbox: %d, want the gateway's answer", w.Code)
	}
}

// The frame with a mail shows the pictures that the mail contains, and loads nothing.
func TestInboxShowsPictures(t *testing.T) {
	t.Parallel()
	box := mail.NewMailbox(time.Now)
	m := mail.Message{ID: "1", To: "ada@example.com", HTML: `<img src="cid:logo">`,
		Attachments: []mail.Attachment{{Name: "logo.png", Type: "image/png", Bytes: []byte("PNG"), ContentID: "logo"}}}
	if err := box.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	h := InFrontOf(http.NotFoundHandler(), box)
	if page := send(h, "GET", "/_local/mail", "text/html").Body.String(); !strings.Contains(page,
		`srcdoc="&lt;img src=&#34;data:image/png;base64,UE5H&#34;&gt;"`) {
		t.Errorf("page without the picture:\n%s", page)
	}
	if list := send(h, "GET", "/_local/mail", "*/*").Body.String(); !strings.Contains(list, `"content_id":"logo"`) {
		t.Errorf("list without the name of the picture:\n%s", list)
	}
}

func TestInboxShowsAttachments(t *testing.T) {
	t.Parallel()
	box := mail.NewMailbox(time.Now)
	m := mail.Message{ID: "1", To: "ada@example.com", Text: "t",
		Attachments: []mail.Attachment{{Name: "timesheet.pdf", Type: "application/pdf", Bytes: []byte("%PDF")}}}
	if err := box.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	h := InFrontOf(http.NotFoundHandler(), box)
	if page := send(h, "GET", "/_local/mail", "text/html").Body.String(); !strings.Contains(page,
		"Attached: timesheet.pdf, 4 bytes") {
		t.Errorf("page without the attachment:\n%s", page)
	}
	if list := send(h, "GET", "/_local/mail", "*/*").Body.String(); !strings.Contains(list,
		`"attachments":[{"name":"timesheet.pdf","type":"application/pdf","bytes":"JVBERg=="}]`) {
		t.Errorf("list without the attachment:\n%s", list)
	}
}
