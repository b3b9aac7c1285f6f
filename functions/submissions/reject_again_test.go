package submissions_test

import (
	"fmt"
	"testing"
)

// A line that is rejected again keeps its first reason, and the history has one event for the rejection.
func TestRejectingAgainHasNoEvent(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, _ := m.submitTwoHours(m.submitter)
	first := m.manager.Post(site+"/reject", object{"reason": "Too long."}).OK()
	wantFields(t, "first", first, object{"status": "rejected", "reason": "Too long.", "decided_by": m.manager.ID})
	version := m.submitter.Get(path).OK()["version"]
	for _, body := range []any{object{"reason": "Too long."}, nil, object{"reason": "Wrong project."}} {
		wantFields(t, "again", m.admin.Post(site+"/reject", body).OK(), first)
	}
	wantFields(t, "submission", m.submitter.Get(path).OK(), object{"version": version})
	var reasons []any
	for _, e := range m.submitter.Get(path + "/events").Items() {
		reasons = append(reasons, fmt.Sprint(e["type"], " ", e["reason"], " ", e["from_status"], " ", e["to_status"]))
	}
	want := "[submitted <nil> <nil> submitted line_rejected Too long. submitted partially_rejected]"
	if fmt.Sprint(reasons) != want {
		t.Errorf("history %v", reasons)
	}
	m.admin.Post(path+"/resubmit", nil).Denied("role_insufficient")
	m.submitter.Post(path+"/resubmit", nil).OK()
	m.admin.Post(site+"/reject", object{"reason": "Still."}).OK()
	if got := len(m.submitter.Get(path + "/events").Items()); got != 4 {
		t.Errorf("%d events", got)
	}
}
