package submissions_test

import (
	"testing"

	"stint/internal/apitest"
)

// team is a workspace with everybody in it who may or may not do something
// about a timesheet, and two projects.
type team struct {
	*apitest.Service
	owner, admin, analyst *apitest.User
	manager               *apitest.User // of site, tracks time there and on app too
	submitter, other      *apitest.User // track time on both
	outsider              *apitest.User // of another workspace
	site, app             string
}

var teams = apitest.Template[*team]{Prepare: prepareTeam, Copy: func(of *team, s *apitest.Service) *team {
	m := *of
	m.Service = s
	s.Move(&m.owner, &m.admin, &m.analyst, &m.manager, &m.submitter, &m.other, &m.outsider)
	return &m
}}

func newTeam(t *testing.T) *team { t.Helper(); return teams.New(t) }

func prepareTeam(api *apitest.Service) *team {
	m := &team{Service: api, owner: api.Register("olga"), outsider: api.Register("sven")}
	m.admin, m.analyst = m.owner.AddMember("adam", "admin"), m.owner.AddMember("anton", "analyst")
	m.manager, m.submitter, m.other = m.owner.AddMember("mia", "user"), m.owner.AddMember("will", "user"),
		m.owner.AddMember("uma", "user")
	m.site = createProject(m.owner, "site", m.manager, m.submitter, m.other)
	m.app = createProject(m.owner, "app", m.manager, m.submitter, m.other)
	m.owner.Patch("/api/projects/"+m.site+"/members/"+m.manager.ID+"/manager", object{"isManager": true}).OK()
	return m
}

// submitTwoHours submits an hour on each project of somebody, and gives the submission's
// path with those of its lines.
func (m *team) submitTwoHours(p *apitest.User) (path, site, app string) {
	track(p, 8, 60, object{"projectId": m.site})
	track(p, 9, 60, object{"projectId": m.app})
	made := p.Post(pathSubmissions, submittedWeek).OK()
	return pathSubmissions + "/" + made["id"].(string), linePath(linesByProject(made)[m.site]),
		linePath(linesByProject(made)[m.app])
}

func linePath(line object) string {
	return "/api/workspaces/me/submission-lines/" + line["id"].(string)
}

// setBilling sets the workspace's billable settings.
func setBilling(owner *apitest.User, changes object) {
	body := apitest.Body(object{"currency": "EUR", "defaultHourlyRate": nil, "defaultIsBillable": true,
		"rounding": object{"mode": "none"}, "membersSeeRates": false}, changes)
	owner.Do("PUT", "/api/workspaces/me/billable-settings", body).OK()
}

// outcomeOf is what came back, in short: the status, and the detail of a 403.
func outcomeOf(a *apitest.Answer) any {
	if a.Status == 403 {
		return a.JSON()["detail"]
	}
	return a.Status
}

// unknownPaths are paths of submissions and lines that are nobody's: never made, no
// UUID, a submission's id as a line's and the other way round.
var unknownPaths = []string{
	pathSubmissions + "/0197f5a0-0000-7000-8000-000000000000", pathSubmissions + "/0197f5a0-0000-7000-8000-000000000001",
	pathSubmissions + "/no-uuid", "/api/workspaces/me/submission-lines/0197f5a0-0000-7000-8000-000000000001",
	"/api/workspaces/me/submission-lines/no-uuid",
}
