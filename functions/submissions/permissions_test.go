package submissions_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

// roleCase is one thing to do about a submission, on the path of the submission or
// of one of its lines, and what everybody is told who tries it first on time of
// the worker that is in the state it needs.
type roleCase struct {
	name, target, action string // on: "", "site" or "app"
	prepare              func(m *team, path, site, app string)
	want                 map[string]any
}

const denied, readOnly = "role_insufficient", "analyst_read_only"

func prepareNothing(*team, string, string, string) {}

func prepareApproved(m *team, path, _, _ string) { m.owner.Post(path+"/approve-all", nil).OK() }

func prepareRejected(m *team, _, site, _ string) { m.owner.Post(site+"/reject", nil).OK() }

var roleCases = []roleCase{
	{"withdraw", "", "/withdraw", prepareNothing, map[string]any{"owner": denied, "admin": denied, "manager": denied,
		"worker": 200, "other": 404, "analyst": readOnly, "outsider": 404}},
	{"resubmit", "", "/resubmit", prepareRejected, map[string]any{"owner": denied, "admin": denied, "manager": denied,
		"worker": 200, "other": 404, "analyst": readOnly, "outsider": 404}},
	{"reopen", "", "/reopen", prepareApproved, map[string]any{"owner": 200, "admin": 200, "manager": denied,
		"worker": denied, "other": 404, "analyst": readOnly, "outsider": 404}},
	{"approve all", "", "/approve-all", prepareNothing, map[string]any{
		"owner": 200, "admin": 200, "manager": 200, "worker": denied, "other": 404, "analyst": readOnly, "outsider": 404}},
	{"approve a managed line", "site", "/approve", prepareNothing,
		map[string]any{"owner": 200, "admin": 200, "manager": 200, "worker": denied, "other": 404, "analyst": readOnly,
			"outsider": 404}},
	{"approve another line", "app", "/approve", prepareNothing,
		map[string]any{"owner": 200, "admin": 200, "manager": denied, "worker": denied, "other": 404, "analyst": readOnly,
			"outsider": 404}},
	{"reject a managed line", "site", "/reject", prepareNothing,
		map[string]any{"owner": 200, "admin": 200, "manager": 200, "worker": denied, "other": 404, "analyst": readOnly,
			"outsider": 404}},
	{"reject another line", "app", "/reject", prepareNothing,
		map[string]any{"owner": 200, "admin": 200, "manager": denied, "worker": denied, "other": 404, "analyst": readOnly,
			"outsider": 404}},
}

func (m *team) users() map[string]*apitest.User {
	return map[string]*apitest.User{
		"owner": m.owner, "admin": m.admin, "manager": m.manager, "worker": m.submitter, "other": m.other,
		"analyst": m.analyst, "outsider": m.outsider,
	}
}

func (a roleCase) path(path, site, app string) string {
	return map[string]string{"": path, "site": site, "app": app}[a.target] + a.action
}

func TestSubmissionPermissions(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	nothing := m.TakeSnapshot()
	for _, a := range roleCases {
		m.Restore(t, nothing)
		path, site, app := m.submitTwoHours(m.submitter)
		a.prepare(m, path, site, app)
		before := eventTypes(m.owner, path[len(pathSubmissions)+1:])
		prepared := m.TakeSnapshot()
		for role, want := range a.want {
			got := m.users()[role].Post(a.path(path, site, app), nil)
			if outcomeOf(got) != want {
				t.Errorf("%s by the %s: %v, want %v\n%s", a.name, role, outcomeOf(got), want, got.Body)
			}
			after := eventTypes(m.owner, path[len(pathSubmissions)+1:])
			if done := len(after) > len(before); done != (want == 200) {
				t.Errorf("%s by the %s: events %v, before %v", a.name, role, after, before)
			}
			checkInvariants(t, m.Service)
			m.Restore(t, prepared)
		}
	}
}

// Only an owner or admin decides on their own time.
func TestOwnTime(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.owner.Patch("/api/projects/"+m.app+"/members/"+m.manager.ID+"/manager", object{"isManager": true}).OK()
	nothing := m.TakeSnapshot()
	for role, may := range map[string]bool{"owner": true, "admin": true, "manager": false} {
		for _, action := range []string{"/reject", "/approve", "/approve-all"} {
			m.Restore(t, nothing)
			p := m.users()[role]
			path, site, app := m.submitTwoHours(p)
			got := p.Post(map[string]string{"/reject": site, "/approve": app, "/approve-all": path}[action]+action, nil)
			switch {
			case may && got.Status != 200:
				t.Errorf("%s on own time: %d\n%s", role, got.Status, got.Body)
			case !may:
				got.Denied(denied)
			}
			events := eventTypes(m.owner, path[len(pathSubmissions)+1:])
			if done := len(events) > 1; done != may { // the first one is of the submission
				t.Errorf("%s%s on own time: events %v", role, action, events)
			}
			checkInvariants(t, m.Service)
		}
	}
}

// What the path names comes before who asks, and who asks before what the body
// says; all that cannot be seen looks the same.
func TestOrderOfRefusals(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, _ := m.submitTwoHours(m.submitter)
	const broken = `{"reason": 7, "reason": "`
	for _, missing := range append(unknownPaths, path+"0") {
		action := "/approve-all"
		if strings.Contains(missing, "lines/") {
			action = "/reject"
		}
		for _, p := range []*apitest.User{m.owner, m.submitter, m.outsider, m.analyst} {
			p.Post(missing+action, broken).Problem(404, "not_found")
		}
	}
	asLine := "/api/workspaces/me/submission-lines" + path[len(pathSubmissions):]
	m.owner.Post(asLine+"/approve", nil).Problem(404, "not_found")
	gone := m.owner.Post(pathSubmissions+site[len("/api/workspaces/me/submission-lines"):]+"/approve-all", nil)
	gone.Problem(404, "not_found")

	m.other.Post(site+"/reject", broken).Problem(404, "not_found")
	m.submitter.Post(site+"/reject", broken).Denied(denied)
	m.analyst.Post(site+"/reject", broken).Denied(readOnly)
	m.manager.Post(site+"/reject", broken).Problem(400, "malformed_request")
	m.manager.Post(site+"/reject", object{"reason": strings.Repeat("x", 1001)}).Invalid("reason max_length")
	m.submitter.Post(path+"/reopen", broken).Denied(denied)
	m.Send(apitest.Request{Method: "POST", Path: site + "/reject", Body: broken}).Problem(401, "unauthorized")
	m.Send(apitest.Request{Method: "POST", Path: unknownPaths[0] + "/withdraw"}).Problem(401, "unauthorized")
	hidden, never := m.other.Post(site+"/reject", nil).JSON(), m.other.Post(unknownPaths[3]+"/reject", nil).JSON()
	delete(hidden, "correlationId")
	delete(never, "correlationId")
	if len(hidden) != len(never) || hidden["detail"] != never["detail"] || hidden["title"] != never["title"] {
		t.Errorf("%v, but %v for what never was", hidden, never)
	}
}
