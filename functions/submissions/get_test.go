package submissions_test

import (
	"testing"

	"stint/functions/apitest"
)

// Who sees a submission sees all its lines, and what they are worth as far as
// they see rates: a manager on their own projects alone.
func TestWhoSeesWhat(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, _, _ := m.sheet(m.worker)
	type sight struct{ whole, site, app any }
	check := func(when string, want map[string]sight) {
		t.Helper()
		for who, p := range m.people() {
			got := p.Get(path)
			if _, sees := want[who]; !sees {
				got.Problem(404, "not_found")
				p.Get(path+"/events").Problem(404, "not_found")
				continue
			}
			whole := got.OK()
			seen := sight{whole["amount"], lines(whole)[m.site]["amount"], lines(whole)[m.app]["amount"]}
			if seen != want[who] || whole["total_seconds"] != 7200.0 || got.Header.Get("ETag") != `"1"` {
				t.Errorf("%s, the %s sees %v, want %v\n%s", when, who, seen, want[who], got.Body)
			}
			if n := len(p.Get(path + "/events").Items()); n != 1 {
				t.Errorf("%s, the %s sees %d events", when, who, n)
			}
			for _, s := range p.Get(all).Items() {
				if s["amount"] != want[who].whole {
					t.Errorf("%s, the %s is listed %v, want %v", when, who, s["amount"], want[who].whole)
				}
			}
		}
	}
	everything := sight{12000.0, 6000.0, 6000.0}
	want := map[string]sight{
		"owner": everything, "admin": everything, "analyst": everything, "manager": {nil, 6000.0, nil}, "worker": {nil, nil, nil},
	}
	check("hidden", want)
	settle(m.owner, object{"membersSeeRates": true})
	want["manager"], want["worker"] = everything, everything
	check("shown", want)
	settle(m.owner, nil)
	m.owner.Patch("/api/projects/"+m.app+"/members/"+m.manager.ID+"/manager", object{"isManager": true}).OK()
	want["manager"], want["worker"] = everything, sight{nil, nil, nil}
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
	path, site, _ := m.sheet(m.worker)
	expect(t, "line", m.manager.Post(site+"/approve", nil).OK(), object{"amount": 6000, "status": "approved", "version": 2, "decided_by": m.manager.ID})
	whole := m.manager.Post(path+"/approve-all", nil).OK()
	expect(t, "whole", whole, object{"amount": nil, "status": "submitted", "version": 2})
	expect(t, "another's line", lines(whole)[m.app], object{"amount": nil, "status": "pending"})
	m.owner.Post(path+"/approve-all", nil).OK()
	expect(t, "withdrawn", m.worker.Post(path+"/withdraw", nil).Problem(409, "conflict"), object{"status": 409})
}

// Deactivated people's time stays to be decided on.
func TestTimeOfWhoLeft(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, _ := m.sheet(m.worker)
	m.owner.Delete("/api/workspaces/" + m.owner.WorkspaceID + "/members/" + m.worker.ID).OK()
	m.worker.Get(path).Denied("workspace_required")
	m.manager.Post(site+"/reject", nil).OK()
	expect(t, "decided", m.owner.Post(path+"/approve-all", nil).OK(), object{"status": "partially_rejected"})
	if got := m.owner.Get(all + "?user_id=" + m.worker.ID).Items(); len(got) != 1 {
		t.Errorf("listed: %v", got)
	}
	always(t, m.House).agrees(t, m.owner)
}

// A submission that is in the making is nobody's to see: not by its id, its
// lines' ids, nor in any list.
func TestInTheMakingIsInvisible(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	s := set(h, 98)
	whole := s.p.Post(all, week).OK() // to know its lines' ids
	s.p.Post(all+"/"+whole["id"].(string)+"/withdraw", nil).OK()
	s.dieAfter(t, 2)
	s.p.Post(all, week).Problem(503, "service_unavailable")
	h.Probe.Reset()
	var unmade string
	for id, head := range always(t, h).heads {
		if head.Version == 0 {
			unmade = string(id)
		}
	}
	if unmade == "" {
		t.Fatal("nothing is in the making; the test must be arranged anew")
	}
	for _, path := range []string{all + "/" + unmade, all + "/" + unmade + "/events"} {
		s.p.Get(path).Problem(404, "not_found")
	}
	s.p.Post(all+"/"+unmade+"/withdraw", nil).Problem(404, "not_found")
	s.p.Post("/api/workspaces/me/submission-lines/"+unmade[:32]+"0001/approve", nil).Problem(404, "not_found")
	for _, query := range []string{"", "?status=submitted", "?status=approved", "?user_id=" + s.p.ID} {
		for _, listed := range s.p.Get(all + query).Items() {
			if listed["id"] == unmade {
				t.Errorf("listed by %q", query)
			}
		}
	}
	for _, e := range s.p.Get("/api/entries?limit=200").Items() {
		if e["is_locked"] != false {
			t.Fatalf("locked: %v", e)
		}
	}
}
