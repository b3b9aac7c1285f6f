package submissions_test

import (
	"slices"
	"testing"

	"stint/internal/apitest"
)

// Each step is a request and what comes of it: the submission's status after a
// 200, or a conflict. A status with a "=" before it makes no event.
func TestDecisions(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	const conflict = "409"
	nothing := m.TakeSnapshot()
	for name, steps := range map[string][][2]string{
		"approve line by line": {{"site/approve", "submitted"}, {"site/approve", "=submitted"}, {"site/reject", conflict},
			{"app/approve", "approved"}, {"/approve-all", "=approved"}, {"app/reject", conflict}},
		"reject line by line": {
			{"site/reject", "partially_rejected"}, {"site/reject", "=partially_rejected"}, {"site/approve", conflict},
			{"app/reject", "rejected"},
			{"/approve-all", "=rejected"}, {"/reopen", conflict}, {"/resubmit", "submitted"},
		},
		"approve all": {{"/approve-all", "approved"}, {"/approve-all", "=approved"}, {"/withdraw", conflict},
			{"/resubmit", conflict}},
		"approve what is left": {{"app/reject", "partially_rejected"},
			{"/approve-all", "partially_rejected"}, {"/approve-all", "=partially_rejected"}, {"site/reject", conflict},
			{"/withdraw", "withdrawn"}},
		"reopen": {{"/reopen", conflict}, {"/approve-all", "approved"}, {"/reopen", "submitted"},
			{"/reopen", conflict}, {"site/reject", "partially_rejected"}, {"/reopen", conflict}},
		"withdraw": {{"/withdraw", "withdrawn"}, {"/withdraw", "=withdrawn"}, {"/approve-all", conflict},
			{"site/approve", conflict}, {"site/reject", conflict}, {"/reopen", conflict}, {"/resubmit", conflict}},
		"withdraw a rejected one": {{"site/reject", "partially_rejected"}, {"app/reject", "rejected"},
			{"/withdraw", "withdrawn"}, {"site/reject", conflict}, {"site/approve", conflict}},
		"reopened, rejected, anew": {{"/approve-all", "approved"}, {"/reopen", "submitted"},
			{"app/reject", "partially_rejected"}, {"/resubmit", "submitted"}, {"/approve-all", "approved"}},
		"withdraw after reopening":   {{"/approve-all", "approved"}, {"/reopen", "submitted"}, {"/withdraw", "withdrawn"}},
		"approve one, then the rest": {{"app/approve", "submitted"}, {"/approve-all", "approved"}},
	} {
		m.Restore(t, nothing)
		path, site, app := m.submitTwoHours(m.submitter)
		want := []string{"submitted"}
		for _, step := range steps {
			request := path + step[0]
			if on, action, ofLine := parseStep(step[0]); ofLine {
				request = map[string]string{"site": site, "app": app}[on] + action
			}
			p := m.owner
			if step[0] == "/withdraw" || step[0] == "/resubmit" {
				p = m.submitter
			}
			answer := p.Post(request, nil)
			if step[1] == conflict {
				answer.Problem(409, "conflict")
				continue
			}
			answer.OK()
			got := m.owner.Get(path).OK()["status"].(string)
			if step[1][0] != '=' {
				want = append(want, got)
			} else {
				got = "=" + got
			}
			if got != step[1] {
				t.Errorf("%s, %s: %s, want %s", name, step[0], got, step[1])
			}
		}
		if got := eventStatuses(m.owner, path); !slices.Equal(got, want) {
			t.Errorf("%s: the events lead to %v, want %v", name, got, want)
		}
		checkInvariants(t, m.Service)
	}
}

func parseStep(step string) (on, action string, ofLine bool) {
	if step[0] == '/' {
		return "", step, false
	}
	i := slices.Index([]byte(step), '/')
	return step[:i], step[i:], true
}

// eventStatuses are those that the events of a submission led to.
func eventStatuses(p *apitest.User, path string) (all []string) {
	for _, e := range p.Get(path + "/events?limit=200").Items() {
		all = append(all, e["to_status"].(string))
	}
	return all
}

// approve-all by a manager is theirs alone to decide on.
func TestApproveAllOfAManager(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, app := m.submitTwoHours(m.submitter)
	whole := m.manager.Post(path+"/approve-all", nil).OK()
	wantFields(t, "whole", whole, object{"status": "submitted", "version": 2})
	wantFields(t, "theirs", linesByProject(whole)[m.site],
		object{"status": "approved", "decided_by": m.manager.ID, "decided_at": "2026-06-17T12:00:00Z"})
	wantFields(t, "not theirs", linesByProject(whole)[m.app], object{"status": "pending", "decided_by": nil})
	wantFields(t, "again", m.manager.Post(path+"/approve-all", nil).OK(), object{"version": 2})
	m.manager.Post(site+"/reject", nil).Problem(409, "conflict")
	m.manager.Post(app+"/approve", nil).Denied(denied)
	whole = m.owner.Post(path+"/approve-all", nil).OK()
	wantFields(t, "the rest", whole, object{"status": "approved", "version": 3})
	wantFields(t, "still theirs", linesByProject(whole)[m.site], object{"decided_by": m.manager.ID, "version": 2})
	wantFields(t, "the owner's", linesByProject(whole)[m.app], object{"decided_by": m.owner.ID})
	checkInvariants(t, m.Service).checkShown(t, m.owner)
}

// A line and the history keep the first reason, also where another is given later.
func TestRejectionReasons(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, app := m.submitTwoHours(m.submitter)
	long := object{"reason": longText(1000)}
	wantFields(t, "with a long reason", m.owner.Post(site+"/reject", long).OK(),
		object{"reason": longText(1000), "status": "rejected"})
	wantFields(t, "again", m.owner.Post(site+"/reject", object{"reason": "another"}).OK(),
		object{"reason": longText(1000), "version": 2})
	wantFields(t, "without", m.owner.Post(app+"/reject", object{"reason": nil}).OK(),
		object{"reason": nil, "status": "rejected"})
	events := m.submitter.Get(path + "/events").Items()
	if len(events) != 3 || events[1]["reason"] != longText(1000) || events[2]["reason"] != nil {
		t.Errorf("events %v", events)
	}
	m.owner.Post(app+"/reject", object{"reason": longText(1001)}).Invalid("reason max_length")
	m.owner.Post(app+"/reject", object{"reason": 1}).Invalid("reason type_invalid")
	checkInvariants(t, m.Service)
}

// longText has so many characters of two bytes.
func longText(n int) string {
	text := make([]rune, n)
	for i := range text {
		text[i] = 'ö'
	}
	return string(text)
}
