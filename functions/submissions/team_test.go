package submissions_test

import (
	"testing"

	"stint/functions/apitest"
)

// team is a workspace with everybody in it who may or may not do something
// about a timesheet, and two projects.
type team struct {
	*apitest.House
	owner, admin, analyst *apitest.Person
	manager               *apitest.Person // of site, tracks time there and on app too
	worker, other         *apitest.Person // track time on both
	stranger              *apitest.Person // of another workspace
	site, app             string
}

func newTeam(t *testing.T) *team {
	t.Helper()
	h := apitest.New(t)
	m := &team{House: h, owner: h.Register("olga"), stranger: h.Register("sven")}
	m.admin, m.analyst = m.owner.Bring("adam", "admin"), m.owner.Bring("anton", "analyst")
	m.manager, m.worker, m.other = m.owner.Bring("mia", "user"), m.owner.Bring("will", "user"), m.owner.Bring("uma", "user")
	m.site = project(m.owner, "site", m.manager, m.worker, m.other)
	m.app = project(m.owner, "app", m.manager, m.worker, m.other)
	m.owner.Patch("/api/projects/"+m.site+"/members/"+m.manager.ID+"/manager", object{"isManager": true}).OK()
	return m
}

// sheet submits an hour on each project of somebody, and gives the submission's
// path with those of its lines.
func (m *team) sheet(p *apitest.Person) (path, site, app string) {
	track(p, 8, 60, object{"projectId": m.site})
	track(p, 9, 60, object{"projectId": m.app})
	made := p.Post(all, week).OK()
	return all + "/" + made["id"].(string), linePath(lines(made)[m.site]), linePath(lines(made)[m.app])
}

func linePath(line object) string {
	return "/api/workspaces/me/submission-lines/" + line["id"].(string)
}

// settle sets the workspace's billable settings.
func settle(owner *apitest.Person, changes object) {
	body := object{"currency": "EUR", "defaultHourlyRate": nil, "defaultIsBillable": true, "rounding": object{"mode": "none"}, "membersSeeRates": false}
	for name, value := range changes {
		body[name] = value
	}
	owner.Do("PUT", "/api/workspaces/me/billable-settings", body).OK()
}

// verdict is what came back, in short: the status, and the detail of a 403.
func verdict(a *apitest.Answer) any {
	if a.Status == 403 {
		return a.JSON()["detail"]
	}
	return a.Status
}

// nowhere are paths of submissions and lines that are nobody's: never made, no
// UUID, a submission's id as a line's and the other way round.
var nowhere = []string{
	all + "/0197f5a0-0000-7000-8000-000000000000", all + "/0197f5a0-0000-7000-8000-000000000001", all + "/no-uuid",
	"/api/workspaces/me/submission-lines/0197f5a0-0000-7000-8000-000000000001", "/api/workspaces/me/submission-lines/no-uuid",
}
