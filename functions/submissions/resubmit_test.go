package submissions_test

import (
	"slices"
	"testing"
)

func TestResubmit(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	onSite, onApp := track(m.submitter, 8, 60, object{"projectId": m.site}),
		track(m.submitter, 9, 60, object{"projectId": m.app})
	bare := track(m.submitter, 10, 60, nil)
	made := m.submitter.Post(pathSubmissions, submittedWeek).OK()
	id := made["id"].(string)
	path, site, app, none := pathSubmissions+"/"+id, linePath(linesByProject(made)[m.site]),
		linePath(linesByProject(made)[m.app]), linePath(linesByProject(made)[""])

	m.submitter.Post(path+"/resubmit", nil).Problem(409, "conflict") // nothing is rejected
	m.owner.Post(site+"/approve", nil).OK()
	m.submitter.Post(path+"/resubmit", nil).Problem(409, "conflict")
	m.owner.Post(app+"/reject", object{"reason": "Too long."}).OK()
	m.submitter.Patch("/api/entries/"+onApp, object{"stoppedAt": "2026-06-09T09:30:00Z"}).OK()
	m.Clock.Advance(60e9)
	again := m.submitter.Post(path+"/resubmit", nil).OK()
	wantFields(t, "submission", again, object{"status": "submitted", "version": 4, "total_seconds": 9000,
		"submitted_at": "2026-06-17T12:01:00Z", "id": id})
	wantFields(t, "corrected line", linesByProject(again)[m.app], object{
		"id": linesByProject(made)[m.app]["id"], "status": "pending", "total_seconds": 1800, "version": 3, "reason": nil,
		"decided_by": nil, "decided_at": nil,
	})
	wantFields(t, "approved line", linesByProject(again)[m.site],
		object{"status": "approved", "version": 2, "decided_by": m.owner.ID, "entry_count": 1})
	wantFields(t, "pending line", linesByProject(again)[""], object{"status": "pending", "version": 1, "entry_count": 1})
	if lockedBy(m.submitter, onSite) != id || lockedBy(m.submitter, onApp) != id || lockedBy(m.submitter, bare) != id {
		t.Error("not everything is locked")
	}

	// What was moved to an approved line makes it pending, with all its entries.
	m.owner.Post(none+"/reject", nil).OK()
	m.submitter.Patch("/api/entries/"+bare, object{"projectId": m.site}).OK()
	grown := m.submitter.Post(path+"/resubmit", nil).OK()
	if got := linesByProject(grown); len(got) != 2 || got[""] != nil {
		t.Errorf("the emptied line has not gone: %v", got)
	}
	wantFields(t, "grown line", linesByProject(grown)[m.site],
		object{"id": linesByProject(made)[m.site]["id"], "status": "pending", "entry_count": 2, "total_seconds": 7200,
			"version": 3, "decided_by": nil})
	m.owner.Post(none+"/approve", nil).Problem(404, "not_found")

	// A line that went does not give its id to another.
	m.owner.Post(app+"/reject", nil).OK()
	m.submitter.Patch("/api/entries/"+onApp, object{"projectId": nil}).OK()
	other := m.submitter.Post(path+"/resubmit", nil).OK()
	if got := linesByProject(other)[""]["id"]; got == linesByProject(made)[""]["id"] ||
		got == linesByProject(made)[m.app]["id"] {
		t.Errorf("line %v is used again", got)
	}
	want := []string{"submitted", "line_approved", "line_rejected", "resubmitted", "line_rejected", "resubmitted",
		"line_rejected", "resubmitted"}
	if got := eventTypes(m.submitter, id); !slices.Equal(got, want) {
		t.Errorf("history %v, want %v", got, want)
	}
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}

func TestResubmitNothing(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	entry := track(m.submitter, 8, 60, nil)
	made := m.submitter.Post(pathSubmissions, submittedWeek).OK()
	path := pathSubmissions + "/" + made["id"].(string)
	m.owner.Post(linePath(linesByProject(made)[""])+"/reject", nil).OK()
	m.submitter.Delete("/api/entries/" + entry).OK()
	m.submitter.Post(path+"/resubmit", nil).Problem(409, "conflict") // nothing is left
	wantFields(t, "still", m.submitter.Get(path).OK(), object{"status": "rejected", "version": 2})
	fresh := track(m.submitter, 9, 30, nil)
	wantFields(t, "something new", m.submitter.Post(path+"/resubmit", nil).OK(),
		object{"status": "submitted", "total_seconds": 1800})
	if lockedBy(m.submitter, fresh) != made["id"] {
		t.Error("what is new is not locked")
	}
	m.owner.Post(linePath(linesByProject(made)[""])+"/reject", nil).OK()
	m.submitter.Post(path+"/withdraw", nil).OK()
	m.submitter.Post(path+"/resubmit", nil).Problem(409, "conflict")
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}

// What left the period while its line was rejected is not taken again, and
// stays free whatever becomes of the submission.
func TestResubmitSkipsEntriesMovedOutOfThePeriod(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	leaves, stays := track(m.submitter, 8, 60, nil), track(m.submitter, 9, 60, nil)
	made := m.submitter.Post(pathSubmissions, submittedWeek).OK()
	path := pathSubmissions + "/" + made["id"].(string)
	m.owner.Post(linePath(linesByProject(made)[""])+"/reject", nil).OK()
	m.submitter.Patch("/api/entries/"+leaves, object{"startedAt": "2026-06-01T08:00:00Z",
		"stoppedAt": "2026-06-01T09:00:00Z"}).OK()
	wantFields(t, "the rest", m.submitter.Post(path+"/resubmit", nil).OK(), object{"total_seconds": 3600})
	m.owner.Post(path+"/approve-all", nil).OK()
	if lockedBy(m.submitter, leaves) != "" || lockedBy(m.submitter, stays) != made["id"] {
		t.Error("the wrong entries are locked")
	}
	m.submitter.Patch("/api/entries/"+leaves, object{"description": "free"}).OK()
	first := m.submitter.Post(pathSubmissions, object{"periodStart": "2026-06-01", "periodEnd": "2026-06-01"}).ID()
	if lockedBy(m.submitter, leaves) != first {
		t.Error("what was submitted before cannot be submitted elsewhere")
	}
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}
