// Package inbox shows the mails that were sent on this machine.
package inbox

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/mail"
	"stint/shared/page"
)

// Path is the path of the mails that were sent. The cloud has no such route.
const Path = "/_local/mail"

// InFrontOf serves the inbox at Path, and passes all other requests on. It is not a
// ServeMux, which would redirect paths such as // that a gateway must answer.
func InFrontOf(gateway http.Handler, box *mail.Mailbox) http.Handler {
	mails := show(box)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.URL.Path == Path {
			mails.ServeHTTP(w, r)
			return
		}
		gateway.ServeHTTP(w, r)
	})
}

// show shows the mailbox as JSON, or as a page to browsers. The query parameter "to"
// selects the mails to one address.
func show(box *mail.Mailbox) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var to domain.Email
		if address := r.URL.Query().Get("to"); address != "" && to.ParseText(address) != "" {
			to = domain.Email(address) // invalid, so the list is empty
		}
		messages := box.Messages(to)
		edge.SetCorrelationID(w, r)
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "+
			"frame-ancestors 'none'")
		if strings.Contains(r.Header.Get("Accept"), "text/html") {
			h.Set("Content-Type", "text/html; charset=utf-8")
			_ = inboxPage.Execute(w, viewsOf(messages))
			return
		}
		h.Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(map[string]any{"items": messages})
	})
}

//go:embed inbox.html
var inboxHTML string

var inboxPage = template.Must(template.New("inbox").Funcs(template.FuncMap{"breakable": page.Breakable}).Parse(
	inboxHTML))

// mailView is a mail as the page shows it.
type mailView struct {
	mail.StoredMessage
	Sent  string // when it was sent
	Lines []textLine
}

// textLine is a line of a mail's text. The page makes a link of it if Link is set.
type textLine struct {
	Text string
	Link bool
}

func viewsOf(messages []mail.StoredMessage) []mailView {
	views := make([]mailView, len(messages))
	for i, m := range messages {
		m.HTML = m.HTMLWithPictures()
		views[i].StoredMessage, views[i].Sent = m, m.SentAt.Format("2 January 2006, 15:04:05 UTC")
		for _, line := range strings.Split(strings.TrimSpace(m.Text), "\n") {
			link := strings.HasPrefix(line, "http://") || strings.HasPrefix(line, "https://")
			views[i].Lines = append(views[i].Lines, textLine{line, link})
		}
		for _, a := range m.Attachments {
			views[i].Lines = append(views[i].Lines, textLine{Text: fmt.Sprintf("Attached: %s, %d bytes", a.Name, len(a.Bytes))})
		}
	}
	return views
}
