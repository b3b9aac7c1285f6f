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
	api := apitest.New(t)
	owner := api.Register("olga")
	for _, name := range []string{"ada", "bob", "cem"} {
		owner.AddMember(name, "user")
	}
	api.RunWorker()
	api.Probe.Reset()
	api.RunWorker()
	idle := api.Probe.Snapshot()
	api.Clock.Advance(10 * time.Hour)
	api.Probe.Reset()
	api.RunWorker()
	looked := api.Probe.Snapshot()
	const workspaces, members = 1, 4
	if got := looked.Write - idle.Write; got != 5*workspaces {
		t.Errorf("%v write units, want 5 for each workspace", got)
	}
	if got := looked.Read - idle.Read; got > members+3*workspaces {
		t.Errorf("%v read units, want one for each member and at most 3 for each workspace", got)
	}
	if idle.Read > 9.5 { // as scripts/cost counts it. DynamoDB Local counts nothing for a query that finds nothing
		t.Errorf("%v read units without a look", idle.Read)
	}
	if idle.Calls["Query"] != 11 || looked.Calls["BatchGetItem"] != workspaces {
		t.Errorf("idle %v, with looks %v", idle.Calls, looked.Calls)
	}
}

// A workspace that fails is looked at again after a quarter of an hour. The mails of another one, which is due
// later, are queued at once.
func TestFailedLookIsRepeated(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, ben := api.Register("ada"), api.Register("ben")
	for _, p := range []*apitest.User{owner, ben} {
		p.Post("/api/timers/start", object{"startedAt": "2026-06-17T01:00:00Z"}).OK() // 11 hours ago
	}
	fault := api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected),
		Where: testkit.ReadsKey(owner.ID, "TIMER"), WholeCall: true})
	for minute := range 15 {
		api.RunWorker()
		if fault.Hits() == 0 || longMails(api, owner) != 0 || longMails(api, ben) != 1 {
			t.Fatalf("minute %d: %d faults, %d and %d mails", minute, fault.Hits(), longMails(api, owner), longMails(api, ben))
		}
		api.Clock.Advance(time.Minute)
	}
	api.RunWorker()
	if longMails(api, owner) != 1 || longMails(api, ben) != 1 {
		t.Errorf("%d and %d mails, want one each", longMails(api, owner), longMails(api, ben))
	}
}

func longMails(api *apitest.Service, p *apitest.User) (n int) {
	for _, m := range api.MailsTo(p.Email) {
		if m.Subject == "Your timer has been running for 10 hours" {
			n++
		}
	}
	return n
}
