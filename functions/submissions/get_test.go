package submissions_test

import (
	"testing"

	"stint/internal/apitest"
)

// Who sees a submission sees all its lines, and what they are worth as far as
// they see rates: a manager on their own projects alone.
func TestSubmissionVisibility(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, _, _ := m.submitTwoHours(m.submitter)
	type view struct{ whole, site, app any }
	check := func(when string, want map[string]view) {
		t.Helper()
		for role, p := range m.users() {
			got := p.Get(path)
			if _, sees := want[role]; !sees {
				got.Problem(404, "not_found")
				p.Get(path+"/events").Problem(404, "not_found")
				continue
			}
			whole := got.OK()
			seen := view{whole["amount"], linesByProject(whole)[m.site]["amount"], linesByProject(whole)[m.app]["amount"]}
			if seen != want[role] || whole["total_seconds"] != 7200.0 || got.Header.Get("ETag") != `"1"` {
				t.Errorf("%s, the %s sees %v, want %v\n%s", when, role, seen, want[role], got.Body)
			}
			if n := len(p.Get(path + "/events").Items()); n != 1 {
				t.Errorf("%s, the %s sees %d events", when, role, n)
			}
			if list := p.Get(pathSubmissions).Items(); len(list) != 1 || list[0]["amount"] != want[role].whole {
				t.Errorf("%s, the %s is listed %v, want %v", when, role, list, want[role].whole)
			}
		}
	}
	everything := view{12000.0, 6000.0, 6000.0}
	want := map[string]view{
		"owner": everything, "admin": everything, "analyst": everything, "manager": {nil, 6000.0, nil},
		"worker": {nil, nil, nil},
	}
	check("hidden", want)
	setBilling(m.owner, object{"membersSeeRates": true})
	want["manager"], want["worker"] = everything, everything
	check("shown", want)
	setBilling(m.owner, nil)
	m.owner.Patch("/api/projects/"+m.app+"/members/"+m.manager.ID+"/manager", object{"isManager": true}).OK()
	want["manager"], want["worker"] = everything, view{nil, nil, nil}
	check("manager of both", want)
	for _, id := range []string{m.site, m.app} {
		m.owner.Patch("/api/projects/"+id+"/members/"+m.manager.ID+"/manager", object{"isManager": false}).OK()
	}
	delete(want, "manager")
	check("manager of none", want)
}

// A decision's answer hides what its caller may not see as well.
func TestDecisionsHideAmounts(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, _ := m.submitTwoHours(m.submitter)
	wantFields(t, "line", m.manager.Post(site+"/approve", nil).OK(),
		object{"amount": 6000, "status": "approved", "version": 2, "decided_by": m.manager.ID})
	whole := m.manager.Post(path+"/approve-all", nil).OK()
	wantFields(t, "whole", whole, object{"amount": nil, "status": "submitted", "version": 2})
	wantFields(t, "another's line", linesByProject(whole)[m.app], object{"amount": nil, "status": "pending"})
	m.owner.Post(path+"/approve-all", nil).OK()
	wantFields(t, "withdrawn", m.submitter.Post(path+"/withdraw", nil).Problem(409, "conflict"), object{"status": 409})
}

// Deactivated people's time stays to be decided on.
func TestTimeOfDeactivatedUser(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, _ := m.submitTwoHours(m.submitter)
	m.owner.Delete("/api/workspaces/" + m.owner.WorkspaceID + "/members/" + m.submitter.ID).OK()
	m.submitter.Get(path).Denied("workspace_required")
	m.manager.Post(site+"/reject", nil).OK()
	wantFields(t, "decided", m.owner.Post(path+"/approve-all", nil).OK(), object{"status": "partially_rejected"})
	if got := m.owner.Get(pathSubmissions + "?user_id=" + m.submitter.ID).Items(); len(got) != 1 {
		t.Errorf("listed: %v", got)
	}
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}

// A submission that is in the making is nobody's to see: not by its id, its
// lines' ids, nor in any list.
func TestUnfinishedSubmissionIsInvisible(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	s := newFixture(api, 98)
	whole := s.user.Post(pathSubmissions, submittedWeek).OK() // to know its lines' ids
	s.user.Post(pathSubmissions+"/"+whole["id"].(string)+"/withdraw", nil).OK()
	s.failAfterWrites(t, 2)
	s.user.Post(pathSubmissions, submittedWeek).Problem(503, "service_unavailable")
	api.Probe.Reset()
	var unmade string
	for id, submission := range checkInvariants(t, api).submissions {
		if submission.Version == 0 {
			unmade = string(id)
		}
	}
	if unmade == "" {
		t.Fatal("nothing is in the making; change how the test prepares it")
	}
	for _, path := range []string{pathSubmissions + "/" + unmade, pathSubmissions + "/" + unmade + "/events"} {
		s.user.Get(path).Problem(404, "not_found")
	}
	s.user.Post(pathSubmissions+"/"+unmade+"/withdraw", nil).Problem(404, "not_found")
	s.user.Post("/api/workspaces/me/submission-lines/"+unmade[:32]+"0001/approve", nil).Problem(404, "not_found")
	for _, query := range []string{"", "?status=submitted", "?status=approved", "?user_id=" + s.user.ID} {
		for _, listed := range s.user.Get(pathSubmissions + query).Items() {
			if listed["id"] == unmade {
				t.Errorf("listed by %q", query)
			}
		}
	}
	entries := s.user.Get("/api/entries?limit=200&user_id=" + s.user.ID).Items()
	if len(entries) == 0 {
		t.Error("no entry is listed")
	}
	for _, e := range entries {
		if e["is_locked"] != false {
			t.Fatalf("locked: %v", e)
		}
	}
}
