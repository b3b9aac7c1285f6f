package submissions_test

import (
	"fmt"
	"testing"
)

// Another reason for a rejected line is kept: the line has the first, and the history both. The same one, or none, is a
// repetition.
func TestHistoryKeepsEveryReason(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, _ := m.submitTwoHours(m.submitter)
	first := m.manager.Post(site+"/reject", object{"reason": "Too long."}).OK()
	m.manager.Post(site+"/reject", object{"reason": "Too long."}).OK()
	m.admin.Post(site+"/reject", nil).OK()
	second := m.admin.Post(site+"/reject", object{"reason": "Wrong project."}).OK()
	wantFields(t, "first", first, object{"status": "rejected", "reason": "Too long.", "decided_by": m.manager.ID})
	wantFields(t, "second", second, first)
	m.manager.Post(site+"/reject", object{"reason": "Wrong project."}).OK()
	var reasons []any
	for _, e := range m.submitter.Get(path + "/events").Items() {
		reasons = append(reasons, fmt.Sprint(e["type"], " ", e["reason"], " ", e["from_status"], " ", e["to_status"]))
	}
	want := "[submitted <nil> <nil> submitted line_rejected Too long. submitted partially_rejected " +
		"line_rejected Wrong project. partially_rejected partially_rejected]"
	if fmt.Sprint(reasons) != want {
		t.Errorf("history %v", reasons)
	}
	m.admin.Post(path+"/resubmit", nil).Denied("role_insufficient")
	m.submitter.Post(path+"/resubmit", nil).OK()
	m.admin.Post(site+"/reject", object{"reason": "Still."}).OK()
	if got := len(m.submitter.Get(path + "/events").Items()); got != 5 {
		t.Errorf("%d events", got)
	}
}
