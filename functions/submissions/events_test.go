package submissions_test

import (
	"fmt"
	"testing"
	"time"
)

// Events tell who did what, when, to which line, and what it led to; the names
// are those of then.
func TestEvents(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, app := m.submitTwoHours(m.submitter)
	m.Clock.Advance(time.Minute)
	m.manager.Post(site+"/reject", object{"reason": "No."}).OK()
	m.manager.Patch("/api/me/profile", object{"displayName": "Mia Marten"}).OK()
	m.admin.Post(app+"/approve", nil).OK()
	m.submitter.Post(path+"/resubmit", nil).OK()
	m.owner.Post(path+"/approve-all", nil).OK()
	m.admin.Post(path+"/reopen", nil).OK()
	m.submitter.Post(path+"/withdraw", nil).OK()
	siteID, appID := site[len(site)-36:], app[len(app)-36:]
	want := []string{
		fmt.Sprint("submitted 2026-06-17T12:00:00Z ", m.submitter.ID, " will user <nil> <nil> <nil> submitted"),
		fmt.Sprint("line_rejected 2026-06-17T12:01:00Z ", m.manager.ID, " mia user ", siteID,
			" No. submitted partially_rejected"), fmt.Sprint("line_approved 2026-06-17T12:01:00Z ", m.admin.ID, " adam user ",
			appID, " <nil> partially_rejected partially_rejected"),
		fmt.Sprint("resubmitted 2026-06-17T12:01:00Z ", m.submitter.ID,
			" will user <nil> <nil> partially_rejected submitted"),
		fmt.Sprint("approved_all 2026-06-17T12:01:00Z ", m.owner.ID, " olga user <nil> <nil> submitted approved"),
		fmt.Sprint("reopened 2026-06-17T12:01:00Z ", m.admin.ID, " adam user <nil> <nil> approved submitted"),
		fmt.Sprint("withdrawn 2026-06-17T12:01:00Z ", m.submitter.ID, " will user <nil> <nil> submitted withdrawn"),
	}
	seen := map[any]bool{}
	cursor, page := "", 0
	for i := 0; ; page++ {
		answer := m.submitter.Get(path + "/events?limit=2" + cursor)
		for _, e := range answer.Items() {
			by := e["actor"].(object)
			got := fmt.Sprintln(e["type"], e["at"], by["id"], by["name"], by["kind"], e["line_id"], e["reason"],
				e["from_status"], e["to_status"])
			if i >= len(want) || got != want[i]+"\n" || seen[e["id"]] {
				t.Errorf("event %d: %s", i, got)
			}
			seen[e["id"]] = true
			i++
		}
		next, more := answer.OK()["next_cursor"].(string)
		if !more {
			if i != len(want) {
				t.Errorf("%d events, want %d", i, len(want))
			}
			break
		}
		cursor = "&cursor=" + next
	}
	if page != 3 && page != 4 {
		t.Errorf("%d pages", page+1)
	}
	m.submitter.Get(path + "/events?limit=0").Invalid("limit min_value")
	m.submitter.Get(path + "/events?cursor=nonsense").Invalid("cursor cursor_invalid")
	foreign := m.submitter.Get(path + "/events?limit=1").OK()["next_cursor"].(string)
	m.submitter.Get(path + "/events?limit=1&cursor=" + foreign).OK()
	m.owner.Get(path + "/events?limit=1&cursor=" + foreign).Invalid("cursor cursor_invalid")
	checkInvariants(t, m.Service)
}
