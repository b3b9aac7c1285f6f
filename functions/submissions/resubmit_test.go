package submissions_test

import (
	"slices"
	"testing"
)

func TestResubmit(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	onSite, onApp := track(m.worker, 8, 60, object{"projectId": m.site}), track(m.worker, 9, 60, object{"projectId": m.app})
	bare := track(m.worker, 10, 60, nil)
	made := m.worker.Post(all, week).OK()
	id := made["id"].(string)
	path, site, app, none := all+"/"+id, linePath(lines(made)[m.site]), linePath(lines(made)[m.app]), linePath(lines(made)[""])

	m.worker.Post(path+"/resubmit", nil).Problem(409, "conflict") // nothing is rejected
	m.owner.Post(site+"/approve", nil).OK()
	m.worker.Post(path+"/resubmit", nil).Problem(409, "conflict")
	m.owner.Post(app+"/reject", object{"reason": "Too long."}).OK()
	m.worker.Patch("/api/entries/"+onApp, object{"stoppedAt": "2026-06-09T09:30:00Z"}).OK()
	m.Clock.Advance(60e9)
	again := m.worker.Post(path+"/resubmit", nil).OK()
	expect(t, "submission", again, object{"status": "submitted", "version": 4, "total_seconds": 9000, "submitted_at": "2026-06-17T12:01:00Z", "id": id})
	expect(t, "corrected line", lines(again)[m.app], object{
		"id": lines(made)[m.app]["id"], "status": "pending", "total_seconds": 1800, "version": 3, "reason": nil, "decided_by": nil, "decided_at": nil,
	})
	expect(t, "approved line", lines(again)[m.site], object{"status": "approved", "version": 2, "decided_by": m.owner.ID, "entry_count": 1})
	expect(t, "pending line", lines(again)[""], object{"status": "pending", "version": 1, "entry_count": 1})
	if locked(m.worker, onSite) != id || locked(m.worker, onApp) != id || locked(m.worker, bare) != id {
		t.Error("not everything is locked")
	}

	// What was moved to an approved line makes it pending, with all its entries.
	m.owner.Post(none+"/reject", nil).OK()
	m.worker.Patch("/api/entries/"+bare, object{"projectId": m.site}).OK()
	grown := m.worker.Post(path+"/resubmit", nil).OK()
	if got := lines(grown); len(got) != 2 || got[""] != nil {
		t.Errorf("the emptied line has not gone: %v", got)
	}
	expect(t, "grown line", lines(grown)[m.site], object{"id": lines(made)[m.site]["id"], "status": "pending", "entry_count": 2, "total_seconds": 7200, "version": 3, "decided_by": nil})
	m.owner.Post(none+"/approve", nil).Problem(404, "not_found")

	// A line that went does not give its id to another.
	m.owner.Post(app+"/reject", nil).OK()
	m.worker.Patch("/api/entries/"+onApp, object{"projectId": nil}).OK()
	other := m.worker.Post(path+"/resubmit", nil).OK()
	if got := lines(other)[""]["id"]; got == lines(made)[""]["id"] || got == lines(made)[m.app]["id"] {
		t.Errorf("line %v is used again", got)
	}
	want := []string{"submitted", "line_approved", "line_rejected", "resubmitted", "line_rejected", "resubmitted", "line_rejected", "resubmitted"}
	if got := history(m.worker, id); !slices.Equal(got, want) {
		t.Errorf("history %v, want %v", got, want)
	}
	always(t, m.House).agrees(t, m.owner)
}

func TestResubmitNothing(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	entry := track(m.worker, 8, 60, nil)
	made := m.worker.Post(all, week).OK()
	path := all + "/" + made["id"].(string)
	m.owner.Post(linePath(lines(made)[""])+"/reject", nil).OK()
	m.worker.Delete("/api/entries/" + entry).OK()
	m.worker.Post(path+"/resubmit", nil).Problem(409, "conflict") // nothing is left
	expect(t, "still", m.worker.Get(path).OK(), object{"status": "rejected", "version": 2})
	fresh := track(m.worker, 9, 30, nil)
	expect(t, "something new", m.worker.Post(path+"/resubmit", nil).OK(), object{"status": "submitted", "total_seconds": 1800})
	if locked(m.worker, fresh) != made["id"] {
		t.Error("what is new is not locked")
	}
	m.owner.Post(linePath(lines(made)[""])+"/reject", nil).OK()
	m.worker.Post(path+"/withdraw", nil).OK()
	m.worker.Post(path+"/resubmit", nil).Problem(409, "conflict")
	always(t, m.House).agrees(t, m.owner)
}

// What left the period while its line was rejected is not taken again, and
// stays free whatever becomes of the submission.
func TestResubmitWithoutWhatLeftThePeriod(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	leaves, stays := track(m.worker, 8, 60, nil), track(m.worker, 9, 60, nil)
	made := m.worker.Post(all, week).OK()
	path := all + "/" + made["id"].(string)
	m.owner.Post(linePath(lines(made)[""])+"/reject", nil).OK()
	m.worker.Patch("/api/entries/"+leaves, object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	expect(t, "the rest", m.worker.Post(path+"/resubmit", nil).OK(), object{"total_seconds": 3600})
	m.owner.Post(path+"/approve-all", nil).OK()
	if locked(m.worker, leaves) != "" || locked(m.worker, stays) != made["id"] {
		t.Error("the wrong entries are locked")
	}
	m.worker.Patch("/api/entries/"+leaves, object{"description": "free"}).OK()
	first := m.worker.Post(all, object{"periodStart": "2026-06-01", "periodEnd": "2026-06-01"}).ID()
	if locked(m.worker, leaves) != first {
		t.Error("what was submitted before cannot be submitted elsewhere")
	}
	always(t, m.House).agrees(t, m.owner)
}
