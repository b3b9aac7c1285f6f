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
	if idle.Read > 9 { // as scripts/cost counts it. DynamoDB Local counts nothing for a query that finds nothing
		t.Errorf("%v read units without a look", idle.Read)
	}
	if idle.Calls["Query"] != 10 || looked.Calls["BatchGetItem"] != workspaces {
		t.Errorf("idle %v, with looks %v", idle.Calls, looked.Calls)
	}
}

// A workspace that fails is looked at again after a quarter of an hour. The mails of another one, which is due
// later, are queued at once.
func TestFailedLookIsRepeated(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, ben := h.Register("ada"), h.Register("ben")
	for _, p := range []*apitest.User{ada, ben} {
		p.Post("/api/timers/start", object{"startedAt": "2026-06-17T01:00:00Z"}).OK() // 11 hours ago
	}
	fault := h.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected),
		Where: testkit.ReadsKey(ada.ID, "TIMER"), WholeCall: true})
	for minute := range 15 {
		h.RunWorker()
		if fault.Hits() == 0 || longMails(h, ada) != 0 || longMails(h, ben) != 1 {
			t.Fatalf("minute %d: %d faults, %d and %d mails", minute, fault.Hits(), longMails(h, ada), longMails(h, ben))
		}
		h.Clock.Advance(time.Minute)
	}
	h.RunWorker()
	if longMails(h, ada) != 1 || longMails(h, ben) != 1 {
		t.Errorf("%d and %d mails, want one each", longMails(h, ada), longMails(h, ben))
	}
}

func longMails(h *apitest.Service, p *apitest.User) (n int) {
	for _, m := range h.MailsTo(p.Email) {
		if m.Subject == "Your timer has been running for 10 hours" {
			n++
		}
	}
	return n
}
