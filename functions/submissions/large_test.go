package submissions_test

import (
	"testing"

	"stint/shared/testkit"
)

// dieAfter lets so many calls to the database through; whoever makes the next
// one never comes back.
func (s *scene) dieAfter(t *testing.T, calls int) *testkit.Injected {
	t.Helper()
	s.p.Probe.Reset()
	return s.p.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.Writes, Skip: calls, Times: testkit.Always, WholeCall: true})
}
