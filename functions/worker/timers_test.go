package worker_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// A look at the timers of a workspace costs what docs/cost.md says. Without one that is due, the worker makes one
// query.
func TestCostOfALookAtTimers(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	owner := h.Register("olga")
	for _, name := range []string{"ada", "bob", "cem"} {
		owner.AddMember(name, "user")
	}
	h.RunWorker()
	h.Probe.Reset()
	h.RunWorker()
	idle := h.Probe.Snapshot()
	h.Clock.Advance(10 * time.Hour)
	h.Probe.Reset()
	h.RunWorker()
	looked := h.Probe.Snapshot()
	const workspaces, members = 1, 4
	if got := looked.Write - idle.Write; got != 5*workspaces {
		t.Errorf("%v write units, want 5 for each workspace", got)
	}
	if got := looked.Read - idle.Read; got > members+3*workspaces {
		t.Errorf("%v read units, want one for each member and at most 3 for each workspace", got)
	}
	if idle.Calls["Query"] != 10 || looked.Calls["BatchGetItem"] != workspaces {
		t.Errorf("idle %v, with looks %v", idle.Calls, looked.Calls)
	}
}

// A workspace that fails stays due, and does not stop the rest of the worker.
func TestFailedLookIsRepeated(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	h.Clock.Advance(10 * time.Hour)
	fault := h.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.On("UpdateItem"), WholeCall: true})
	h.RunWorker()
	if fault.Hits() == 0 || len(h.MailsTo(ada.Email)) != 1 {
		t.Errorf("%d faults, %d mails, want the mail of the registration", fault.Hits(), len(h.MailsTo(ada.Email)))
	}
	for _, want := range []int{1, 0} {
		h.Probe.Reset()
		h.RunWorker()
		if n := h.Probe.Snapshot().Calls["UpdateItem"]; n != want {
			t.Errorf("%d looks, want %d", n, want)
		}
	}
}
