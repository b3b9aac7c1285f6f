package apitest

import (
	"regexp"

	"stint/functions/worker"
	"stint/shared/domain"
	"stint/shared/mail"
	"stint/shared/store"
)

// Deliver lets the worker do everything that is due now; mails go into the
// house's mailbox.
func (h *House) Deliver() {
	h.t.Helper()
	if err := h.Worker(h.Mailbox).Work(h.t.Context()); err != nil {
		h.t.Fatalf("the worker failed: %v", err)
	}
}

// Worker is a worker over the house's table that sends through the sender.
func (h *House) Worker(sender mail.Sender) *worker.Worker {
	d := *h.Deps
	d.Store = store.New(h.workerDB(), d.Config.Table, d.Config.MasterSecret, h.Clock.Now)
	return worker.Of(&d, sender)
}

// Mails are those that were delivered to an address, the newest first.
func (h *House) Mails(to string) []mail.Kept {
	return h.Mailbox.Messages(domain.Email(to))
}

var linkToken = regexp.MustCompile(`/p/([a-z-]+)\?token=([0-9A-Za-z]+)`)

// MailedToken delivers what is due and takes the token out of the newest mail
// to the address whose link leads to the page, such as "verify-email". The
// test fails where there is none.
func (h *House) MailedToken(to, page string) string {
	h.t.Helper()
	h.Deliver()
	for _, m := range h.Mails(to) {
		if link := linkToken.FindStringSubmatch(m.Text); link != nil && link[1] == page {
			return link[2]
		}
	}
	h.t.Fatalf("no mail with a link to %s", page)
	return ""
}
