package apitest

import (
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
	"stint/shared/mail"
)

// Snapshot is what a service stores, and the time of its clock.
type Snapshot struct {
	items   []map[string]types.AttributeValue
	now     time.Time
	options []Option
}

// TakeSnapshot remembers the state of the service. A test that begins from one state many
// times prepares it once, which takes much less time than a new service for each. The options
// are those of the instance that Restore makes.
func (s *Service) TakeSnapshot(options ...Option) Snapshot {
	s.t.Helper()
	return Snapshot{items: testkit.Dump(s.t, s.Table), now: s.Clock.Now(), options: options}
}

// Restore gives the service the state of the snapshot, and a new instance that remembers
// nothing. Faults, logs and mails are gone. Users of the service stay valid. Failures are those
// of t from now on.
func (s *Service) Restore(t testing.TB, from Snapshot) {
	t.Helper()
	s.t, s.Logs, s.Mailbox, s.Deps = t, new(LogBuffer), mail.NewMailbox(s.Clock.Now), nil
	s.Probe.Reset()
	s.Clock.Set(from.now)
	s.Table.Restore(t, from.items)
	s.Handler = s.NewInstance(from.options...)
}
