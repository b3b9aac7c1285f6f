package apitest

import (
	"slices"
	"sync"
	"testing"

	"stint/shared/mail"
)

// Template is a state that many tests of a package begin with. The first of them prepares it. Each has a service with a
// copy of what was stored, which takes a fifth of the time.
type Template[T any] struct {
	// Prepare makes the state. It must leave only items, mails and the time behind.
	Prepare func(s *Service) T
	// Copy returns the same value, with the users and the service of a copy.
	Copy func(of T, s *Service) T

	once     sync.Once
	value    T
	snapshot Snapshot
	mails    []mail.StoredMessage // newest first
}

// New starts a service in the state of the template, with the options.
func (p *Template[T]) New(t testing.TB, options ...Option) T {
	t.Helper()
	p.once.Do(func() {
		s := New(t)
		p.value = p.Prepare(s)
		p.snapshot, p.mails = s.TakeSnapshot(), s.Mailbox.Messages("")
	})
	s, from := New(t, options...), p.snapshot
	from.options = options
	s.Restore(t, from)
	for _, m := range slices.Backward(p.mails) {
		_ = s.Mailbox.Send(t.Context(), mail.Message{ID: m.ID, To: m.To, Subject: m.Subject, Text: m.Text, HTML: m.HTML,
			Headers: m.Headers, Attachments: m.Attachments}) // in memory
	}
	return p.Copy(p.value, s)
}

// Move makes users those of another service, which has a copy of what the first one stored.
func (s *Service) Move(users ...**User) {
	for _, u := range users {
		*u = (*u).In(s)
	}
}
