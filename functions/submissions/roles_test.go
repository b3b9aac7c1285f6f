package submissions_test

import (
	"strings"
	"testing"

	"stint/functions/apitest"
)

// act is one thing to do about a submission, on the path of the submission or
// of one of its lines, and what everybody is told who tries it first on time of
// the worker that is in the state it needs.
type act struct {
	name, on, action string // on: "", "site" or "app"
	ready            func(m *team, path, site, app string)
	told             map[string]any
}

const denied, readOnly = "role_insufficient", "analyst_read_only"

func nothingFirst(*team, string, string, string) {}

func approvedFirst(m *team, path, _, _ string) { m.owner.Post(path+"/approve-all", nil).OK() }

func rejectedFirst(m *team, _, site, _ string) { m.owner.Post(site+"/reject", nil).OK() }

var acts = []act{
	{"withdraw", "", "/withdraw", nothingFirst, map[string]any{"owner": denied, "admin": denied, "manager": denied, "worker": 200, "other": 404, "analyst": readOnly, "stranger": 404}},
	{"resubmit", "", "/resubmit", rejectedFirst, map[string]any{"owner": denied, "admin": denied, "manager": denied, "worker": 200, "other": 404, "analyst": readOnly, "stranger": 404}},
	{"reopen", "", "/reopen", approvedFirst, map[string]any{"owner": 200, "admin": 200, "manager": denied, "worker": denied, "other": 404, "analyst": readOnly, "stranger": 404}},
	{"approve all", "", "/approve-all", nothingFirst, map[string]any{"owner": 200, "admin": 200, "manager": 200, "worker": denied, "other": 404, "analyst": readOnly, "stranger": 404}},
	{"approve a managed line", "site", "/approve", nothingFirst, map[string]any{"owner": 200, "admin": 200, "manager": 200, "worker": denied, "other": 404, "analyst": readOnly, "stranger": 404}},
	{"approve another line", "app", "/approve", nothingFirst, map[string]any{"owner": 200, "admin": 200, "manager": denied, "worker": denied, "other": 404, "analyst": readOnly, "stranger": 404}},
	{"reject a managed line", "site", "/reject", nothingFirst, map[string]any{"owner": 200, "admin": 200, "manager": 200, "worker": denied, "other": 404, "analyst": readOnly, "stranger": 404}},
	{"reject another line", "app", "/reject", nothingFirst, map[string]any{"owner": 200, "admin": 200, "manager": denied, "worker": denied, "other": 404, "analyst": readOnly, "stranger": 404}},
}

func (m *team) people() map[string]*apitest.Person {
	return map[string]*apitest.Person{
		"owner": m.owner, "admin": m.admin, "manager": m.manager, "worker": m.worker, "other": m.other, "analyst": m.analyst, "stranger": m.stranger,
	}
}

func (a act) path(path, site, app string) string {
	return map[string]string{"": path, "site": site, "app": app}[a.on] + a.action
}

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for _, a := range acts {
		for who, want := range a.told {
			path, site, app := m.sheet(m.worker)
			a.ready(m, path, site, app)
			before := history(m.owner, path[len(all)+1:])
			got := m.people()[who].Post(a.path(path, site, app), nil)
			if verdict(got) != want {
				t.Errorf("%s by the %s: %v, want %v\n%s", a.name, who, verdict(got), want, got.Body)
			}
			after := history(m.owner, path[len(all)+1:])
			if done := len(after) > len(before); done != (want == 200) {
				t.Errorf("%s by the %s: events %v, before %v", a.name, who, after, before)
			}
			m.clear()
		}
	}
	always(t, m.House)
}

// clear makes room for the next sheet of the worker: it deletes everything that
// they have tracked.
func (m *team) clear() {
	for _, s := range m.worker.Get(all + "?limit=200").Items() {
		path := all + "/" + s["id"].(string)
		switch s["status"] {
		case "approved":
			m.owner.Post(path+"/reopen", nil).OK()
			m.worker.Post(path+"/withdraw", nil).OK()
		case "withdrawn":
		default:
			m.worker.Post(path+"/withdraw", nil).OK()
		}
	}
	var rows []object
	for _, e := range m.worker.Get("/api/entries?limit=200").Items() {
		rows = append(rows, object{"id": e["id"], "op": "delete"})
	}
	m.worker.Post("/api/entries:bulk", object{"items": rows}).OK()
}

// Nobody but an owner or admin decides on their own time.
func TestOwnTime(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for who, may := range map[string]bool{"owner": true, "admin": true, "manager": false} {
		p := m.people()[who]
		path, site, app := m.sheet(p)
		for _, request := range []string{site + "/reject", app + "/approve", path + "/approve-all"} {
			got := p.Post(request, nil)
			switch {
			case may && got.Status != 200:
				t.Errorf("%s on own time: %d\n%s", who, got.Status, got.Body)
			case !may:
				got.Denied(denied)
			}
		}
	}
	always(t, m.House)
}

// What the path names comes before who asks, and who asks before what the body
// says; all that cannot be seen looks the same.
func TestOrderOfRefusals(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, _ := m.sheet(m.worker)
	const broken = `{"reason": 7, "reason": "`
	for _, missing := range append(nowhere, path+"0") {
		action := "/approve-all"
		if strings.Contains(missing, "lines/") {
			action = "/reject"
		}
		for _, p := range []*apitest.Person{m.owner, m.worker, m.stranger, m.analyst} {
			p.Post(missing+action, broken).Problem(404, "not_found")
		}
	}
	asLine := "/api/workspaces/me/submission-lines" + path[len(all):]
	m.owner.Post(asLine+"/approve", nil).Problem(404, "not_found")
	gone := m.owner.Post(all+site[len("/api/workspaces/me/submission-lines"):]+"/approve-all", nil)
	gone.Problem(404, "not_found")

	m.other.Post(site+"/reject", broken).Problem(404, "not_found")
	m.worker.Post(site+"/reject", broken).Denied(denied)
	m.analyst.Post(site+"/reject", broken).Denied(readOnly)
	m.manager.Post(site+"/reject", broken).Problem(400, "malformed_request")
	m.manager.Post(site+"/reject", object{"reason": strings.Repeat("x", 1001)}).Invalid("reason max_length")
	m.worker.Post(path+"/reopen", broken).Denied(denied)
	m.Send(apitest.Request{Method: "POST", Path: site + "/reject", Body: broken}).Problem(401, "unauthorized")
	m.Send(apitest.Request{Method: "POST", Path: nowhere[0] + "/withdraw"}).Problem(401, "unauthorized")
	hidden, never := m.other.Post(site+"/reject", nil).JSON(), m.other.Post(nowhere[3]+"/reject", nil).JSON()
	delete(hidden, "correlationId")
	delete(never, "correlationId")
	if len(hidden) != len(never) || hidden["detail"] != never["detail"] || hidden["title"] != never["title"] {
		t.Errorf("%v, but %v for what never was", hidden, never)
	}
}
