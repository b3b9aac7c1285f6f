package apitest

import (
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
)

// snapshot is what a test service stores, and the time of its clock.
type snapshot struct {
	items []map[string]types.AttributeValue
	now   time.Time
}

func (s *Service) takeSnapshot() snapshot {
	s.t.Helper()
	return snapshot{items: testkit.Dump(s.t, s.Table), now: s.Clock.Now()}
}

// restore starts the service again for t, with a new table that holds what the
// snapshot does. Users of the service stay valid.
func (s *Service) restore(t testing.TB, from snapshot, options ...Option) {
	t.Helper()
	s.t, s.Logs = t, new(LogBuffer)
	s.Probe.Reset()
	s.Clock.Set(from.now)
	s.open(options...)
	s.Table.Fill(t, from.items)
}
