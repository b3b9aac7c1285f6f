package deliverer_test

import (
	"testing"

	"stint/internal/apitest"
)

const sharedID = "019a0000-0000-7000-8000-00000000abcd"

func finished(id string) object {
	return object{"id": id, "startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z"}
}

func bulk(p *apitest.User, rows ...object) {
	p.Post("/api/entries:bulk", object{"items": rows}).OK()
}

// TestEntriesOfTwoUsersWithOneID checks that webhooks keep apart what two users know by the
// same id: a running timer of the one, and an entry of the other.
func TestEntriesOfTwoUsersWithOneID(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "entry.created", "entry.updated", "entry.deleted", "timer.started", "timer.stopped",
		"timer.discarded")
	member := s.owner.AddMember("bob", "user")
	timer := s.owner.Post("/api/timers/start", object{}).ID()
	if got := typesOf(s.run()); got != "timer.started" {
		t.Fatalf("received %s", got)
	}
	bulk(member, finished(timer))
	if got := typesOf(s.run()); got != "entry.created" {
		t.Errorf("received %s", got)
	}
	bulk(member, object{"id": timer, "op": "delete"})
	if got := typesOf(s.run()); got != "entry.deleted" {
		t.Errorf("received %s", got)
	}
}

// TestAnEntryThatIsMadeAgainInTheSameSecond checks that no event is taken for an earlier one.
func TestAnEntryThatIsMadeAgainInTheSameSecond(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "entry.created", "entry.deleted")
	for range 3 {
		bulk(s.owner, finished(sharedID))
		if got := typesOf(s.run()); got != "entry.created" {
			t.Errorf("received %s", got)
		}
		bulk(s.owner, object{"id": sharedID, "op": "delete"})
		if got := typesOf(s.run()); got != "entry.deleted" {
			t.Errorf("received %s", got)
		}
	}
}

// TestOnlyChangedLocksAreEvents checks that steps of a submission which lock and unlock
// nothing are no events of its entries.
func TestOnlyChangedLocksAreEvents(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "entry.updated")
	bulk(s.owner, finished(sharedID))
	s.run()
	const submissions = "/api/workspaces/me/timesheet-submissions"
	path := submissions + "/" + s.owner.Post(submissions,
		object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}).ID()
	for _, step := range []struct{ path, want string }{
		{"", "entry.updated"}, {"/withdraw", "entry.updated"}, {"/resubmit", "entry.updated"}, {"/approve-all", ""},
		{"/reopen", ""}, {"/approve-all", ""},
	} {
		if step.path == "/resubmit" { // a withdrawn one is submitted as a new one
			path = submissions + "/" + s.owner.Post(submissions,
				object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}).ID()
		} else if step.path != "" {
			s.owner.Post(path+step.path, nil).OK()
		}
		if got := typesOf(s.run()); got != step.want {
			t.Errorf("after %s: received %q, want %q", step.path, got, step.want)
		}
	}
}
