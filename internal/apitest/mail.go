package apitest

import (
	"regexp"

	"stint/functions/access"
	"stint/functions/deliverer"
	"stint/functions/worker"
	"stint/shared/domain"
	"stint/shared/mail"
	"stint/shared/store"
)

// RunWorker runs the worker on all work that is due. It sends mails to s.Mailbox.
func (s *Service) RunWorker() {
	s.t.Helper()
	if err := s.NewWorker(s.Mailbox).Work(s.t.Context()); err != nil {
		s.t.Fatalf("the worker failed: %v", err)
	}
}

// NewWorker makes a worker with a sender of mail. It may access the table only as the
// worker's policy allows.
func (s *Service) NewWorker(sender mail.Sender) *worker.Worker {
	s.Table.Refresh(s.t)
	d := *s.Deps
	d.Secrets = secretEnforcer{s.Deps.Secrets, s, access.Worker}
	d.Store = store.New(s.workerDB(), d.Config.Table, d.Secrets, s.Clock.Now)
	s.adjustDeps(&d)
	return worker.NewFromDeps(&d, sender)
}

// MailsTo are the mails that were sent to an address, the newest first.
func (s *Service) MailsTo(to string) []mail.StoredMessage {
	return s.Mailbox.Messages(domain.Email(to))
}

var linkToken = regexp.MustCompile(`/p/([a-z-]+)\?token=([0-9A-Za-z]+)`)

// MailedToken runs the worker and returns the token of the newest mail to an address
// that links to a page, such as "verify-email". The test fails if there is none.
func (s *Service) MailedToken(to, page string) string {
	s.t.Helper()
	s.RunWorker()
	for _, m := range s.MailsTo(to) {
		for _, link := range linkToken.FindAllStringSubmatch(m.Text, -1) {
			if link[1] == page {
				return link[2]
			}
		}
	}
	s.t.Fatalf("no mail with a link to %s", page)
	return ""
}

// NewDeliverer makes a deliverer. It may access the table only as the deliverer's policy
// allows.
func (s *Service) NewDeliverer() *deliverer.Deliverer {
	d := *s.Deps
	d.Secrets = secretEnforcer{s.Deps.Secrets, s, access.Deliverer}
	d.Store = store.New(s.delivererDB(), d.Config.Table, d.Secrets, s.Clock.Now)
	return deliverer.New(&d)
}

// RunDeliverer serves the webhooks of the workspaces whose changes woke it, or without any the
// webhooks that are due.
func (s *Service) RunDeliverer(woken ...string) {
	s.t.Helper()
	var all []domain.ID
	for _, w := range woken {
		all = append(all, domain.ID(w))
	}
	if err := s.NewDeliverer().Deliver(s.t.Context(), all...); err != nil {
		s.t.Fatalf("the deliverer failed: %v", err)
	}
}
