package apitest

import (
	"regexp"

	"stint/functions/worker"
	"stint/shared/domain"
	"stint/shared/mail"
	"stint/shared/store"
)

// RunWorker lets the worker do everything that is due now; mails go into the
// house's mailbox.
func (s *Service) RunWorker() {
	s.t.Helper()
	if err := s.NewWorker(s.Mailbox).Work(s.t.Context()); err != nil {
		s.t.Fatalf("the worker failed: %v", err)
	}
}

// NewWorker is a worker over the house's table that sends through the sender.
func (s *Service) NewWorker(sender mail.Sender) *worker.Worker {
	d := *s.Deps
	d.Store = store.New(s.workerDB(), d.Config.Table, d.Config.MasterSecret, s.Clock.Now)
	return worker.NewFromDeps(&d, sender)
}

// MailsTo are those that were delivered to an address, the newest first.
func (s *Service) MailsTo(to string) []mail.StoredMessage {
	return s.Mailbox.Messages(domain.Email(to))
}

var linkToken = regexp.MustCompile(`/p/([a-z-]+)\?token=([0-9A-Za-z]+)`)

// MailedToken delivers what is due and takes the token out of the newest mail
// to the address whose link leads to the page, such as "verify-email". The
// test fails where there is none.
func (s *Service) MailedToken(to, page string) string {
	s.t.Helper()
	s.RunWorker()
	for _, m := range s.MailsTo(to) {
		if link := linkToken.FindStringSubmatch(m.Text); link != nil && link[1] == page {
			return link[2]
		}
	}
	s.t.Fatalf("no mail with a link to %s", page)
	return ""
}
