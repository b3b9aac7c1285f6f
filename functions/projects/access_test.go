package projects_test

import (
	"testing"

	"stint/internal/apitest"
)

// team is a workspace with everybody in it, and a user outside it.
type team struct {
	*apitest.Service
	ada       *apitest.User // owner
	amir      *apitest.User // admin
	max       *apitest.User // user, manager of the projects in question
	mia       *apitest.User // user, their member
	nonMember *apitest.User // user, no member
	ann       *apitest.User // analyst
	outsider  *apitest.User // of another workspace
}

func newTeam(t *testing.T) team {
	t.Helper()
	h := apitest.New(t)
	ada := h.Register("ada")
	return team{
		Service: h, ada: ada, amir: ada.AddMember("amir", "admin"), max: ada.AddMember("max", "user"),
		mia: ada.AddMember("mia", "user"), nonMember: ada.AddMember("out", "user"), ann: ada.AddMember("ann", "analyst"),
		outsider: h.Register("stan"),
	}
}

// createStaffedProject makes a project that max manages and mia belongs to.
func (m team) createStaffedProject(body object) string {
	path := createProject(m.ada, body)
	m.ada.Post(path+"/members", object{"userId": m.max.ID, "isManager": true}).OK()
	m.ada.Post(path+"/members", object{"userId": m.mia.ID, "hourlyRate": 7000}).OK()
	return path
}

// wantAccess checks the answer to a caller: "" is fine, "404", else the detail of a 403.
func wantAccess(answer *apitest.Answer, right string) {
	switch right {
	case "":
		answer.OK()
	case "404":
		answer.Problem(404, "not_found")
	default:
		answer.Denied(right)
	}
}

func TestWhoMayDoWhatWithAProject(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	type rights struct{ read, write string }
	for visibility, want := range map[string]map[*apitest.User]rights{
		"public": {
			m.ada: {"", ""}, m.amir: {"", ""}, m.max: {"", ""}, m.mia: {"", "role_insufficient"},
			m.nonMember: {"", "not_project_member"}, m.ann: {"", "analyst_read_only"}, m.outsider: {"404", "404"},
		},
		"private": {
			m.ada: {"", ""}, m.amir: {"", ""}, m.max: {"", ""}, m.mia: {"", "role_insufficient"},
			m.nonMember: {"404", "404"}, m.ann: {"", "analyst_read_only"}, m.outsider: {"404", "404"},
		},
	} {
		for user, rights := range want {
			path := m.createStaffedProject(object{"name": visibility + " for " + user.Email, "visibility": visibility})
			body := func(b object) any {
				if rights.write != "" {
					return "{broken" // must not be looked at
				}
				return b
			}
			wantAccess(user.Get(path), rights.read)
			wantAccess(user.Get(path+"/members"), rights.read)
			wantAccess(user.Patch(path, body(object{"color": "#000000"})), rights.write)
			wantAccess(user.Post(path+"/members", body(object{"userId": m.nonMember.ID})), rights.write)
			wantAccess(user.Patch(path+"/members/"+m.mia.ID, body(object{"hourlyRate": 1})), rights.write)
			wantAccess(user.Patch(path+"/members/"+m.mia.ID+"/manager", body(object{"isManager": true})), rights.write)
			wantAccess(user.Patch(path+"/members/"+m.outsider.ID, "{broken"), "404")
			if rights.write != "" {
				wantAccess(user.Delete(path+"/members/"+m.mia.ID), rights.write)
				wantAccess(user.Delete(path), rights.write)
			}
		}
	}
}

func TestPrivateProjectIsNotFound(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	hidden := m.createStaffedProject(object{"name": "Hidden", "visibility": "private"})
	get := func(path string) (string, int) {
		m.Probe.Reset()
		answer := m.Send(apitest.Request{Method: "GET", Path: path, Bearer: m.nonMember.Token,
			Header: map[string]string{"X-Correlation-Id": "same"}})
		answer.Problem(404, "not_found")
		return string(answer.Body), len(m.Probe.Log())
	}
	for _, below := range []string{"", "/members", "/tasks"} {
		body, calls := get(hidden + below)
		if otherBody, otherCalls := get("/api/projects/" + m.nonMember.ID + below); otherBody != body || otherCalls != calls {
			t.Errorf("%s: %d calls, %s; none: %d calls, %s", below, calls, body, otherCalls, otherBody)
		}
	}
}

func TestWhoMayMakeProjects(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.amir.Post("/api/projects", object{"name": "By an admin"}).OK()
	m.max.Post("/api/projects", "{broken").Denied("role_insufficient")
	m.ann.Post("/api/projects", "{broken").Denied("analyst_read_only")

	m.ada.Patch("/api/workspaces/"+m.ada.WorkspaceID, object{"membersCanCreateProjects": true}).OK()
	m.ann.Post("/api/projects", "{broken").Denied("analyst_read_only")
	created := m.max.Post("/api/projects", object{"name": "By a user", "visibility": "private", "hourlyRate": 4200})
	wantFields(t, created.OK(), object{"can_edit": true, "can_track": true, "hourly_rate": 4200.0})
	path := "/api/projects/" + created.ID()
	members := m.ada.Get(path + "/members").Items()
	if len(members) != 1 {
		t.Fatalf("members %v", members)
	}
	wantFields(t, members[0], object{"user_id": m.max.ID, "display_name": "max", "is_manager": true, "hourly_rate": nil,
		"version": 1.0})
	m.max.Patch(path, object{"name": "Still mine", "hourlyRate": 4300}).OK()
	m.mia.Get(path).Problem(404, "not_found")
	if own := m.ada.Get(createProject(m.ada, object{"name": "By the owner"}) + "/members").Items(); len(own) != 0 {
		t.Errorf("the owner's project has members %v", own)
	}
}

func TestWhoSeesRates(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := m.createStaffedProject(object{"name": "Site", "visibility": "public", "hourlyRate": 5000})
	wantRates := func(want map[*apitest.User]bool) {
		t.Helper()
		for user, sees := range want {
			var project, member any
			if sees {
				project, member = 5000.0, 7000.0
			}
			wantFields(t, user.Get(path).OK(), object{"hourly_rate": project})
			for _, row := range user.Get(path + "/members").Items() {
				if row["user_id"] == m.mia.ID {
					wantFields(t, row, object{"hourly_rate": member})
				}
			}
		}
	}
	wantRates(map[*apitest.User]bool{m.ada: true, m.amir: true, m.ann: true, m.max: true, m.mia: false,
		m.nonMember: false})
}

// A user who stops being a manager stops editing with the next request.
func TestFormerManagerCannotEdit(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := m.createStaffedProject(object{"name": "Site", "visibility": "private"})
	m.max.Patch(path+"/members/"+m.mia.ID+"/manager", object{"isManager": true}).OK()
	m.mia.Patch(path+"/members/"+m.max.ID+"/manager", object{"isManager": false}).OK()
	m.max.Patch(path, object{"name": "Mine"}).Denied("role_insufficient")
	m.mia.Delete(path + "/members/" + m.max.ID).OK()
	m.max.Get(path).Problem(404, "not_found")
	m.mia.Delete(path + "/members/" + m.mia.ID).OK()
	m.mia.Get(path).Problem(404, "not_found")
	m.ada.Get(path).OK()
}

// A manager who becomes an analyst reads, and changes nothing.
func TestManagerBecomesAnalyst(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := m.createStaffedProject(object{"name": "Site", "visibility": "private"})
	m.ada.Patch("/api/workspaces/"+m.ada.WorkspaceID+"/members/"+m.max.ID, object{"role": "analyst"}).OK()
	m.max.Patch(path, "{broken").Denied("analyst_read_only")
	wantFields(t, m.max.Get(path).OK(), object{"can_edit": false, "can_track": false})
}

// A reference into another workspace of the caller is a mismatch; into one
// that is not theirs, it leads nowhere.
func TestReferencesIntoOtherWorkspaces(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, stan := h.Register("ada"), h.Register("stan")
	amir := ada.AddMember("amir", "admin") // whose active workspace is ada's
	path := createProject(ada, object{"name": "Site"})
	clientOf := func(p *apitest.User) string { return p.Post("/api/clients", object{"name": "Elsewhere"}).ID() }
	outsidersClient := clientOf(stan)

	// Until amir is in stan's workspace too, nothing there exists for him.
	amir.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Invalid("clientId client_not_found")
	amir.Get("/api/projects?client_id=" + outsidersClient).Invalid("client_id client_not_found")
	invitation := stan.Invite(amir.Email, "user")
	amir.Post("/api/me/pending-invitations/"+invitation+"/accept", nil).OK()

	amir.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Denied("workspace_mismatch")
	amir.Post("/api/projects", object{"name": "", "clientId": outsidersClient, "color": 1}).Denied("workspace_mismatch")
	amir.Post("/api/projects:upsert", object{"items": []object{
		{"name": "x"}, {"name": "", "clientId": outsidersClient}}}).Denied("workspace_mismatch")
	amir.Patch(path, object{"clientId": outsidersClient}).Denied("workspace_mismatch")
	amir.Get("/api/projects?client_id=" + outsidersClient).Denied("workspace_mismatch")
	amir.Post(path+"/members", object{"userId": stan.ID}).Denied("workspace_mismatch")
	ada.Post(path+"/members", object{"userId": stan.ID}).Invalid("userId user_not_found")
	ada.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Invalid("clientId client_not_found")

	stan.Delete("/api/workspaces/" + stan.WorkspaceID + "/members/" + amir.ID).OK()
	amir.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Invalid("clientId client_not_found")
	amir.Post(path+"/members", object{"userId": stan.ID}).Invalid("userId user_not_found")
}
