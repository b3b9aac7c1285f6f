package projects_test

import (
	"slices"
	"testing"

	"stint/internal/apitest"
)

// team is a workspace with everybody in it, and a user outside it.
type team struct {
	*apitest.Service
	owner     *apitest.User // owner
	admin     *apitest.User // admin
	manager   *apitest.User // user, manager of the projects in question
	member    *apitest.User // user, their member
	nonMember *apitest.User // user, no member
	analyst   *apitest.User // analyst
	outsider  *apitest.User // of another workspace
}

func newTeam(t *testing.T) team {
	t.Helper()
	api := apitest.New(t)
	owner := api.Register("ada")
	return team{
		Service: api, owner: owner, admin: owner.AddMember("amir", "admin"), manager: owner.AddMember("max", "user"),
		member: owner.AddMember("mia", "user"), nonMember: owner.AddMember("out", "user"),
		analyst:  owner.AddMember("ann", "analyst"),
		outsider: api.Register("stan"),
	}
}

// createStaffedProject makes a project that the manager manages and the member belongs to.
func (m team) createStaffedProject(body object) string {
	path := createProject(m.owner, body)
	m.owner.Post(path+"/members", object{"userId": m.manager.ID, "isManager": true}).OK()
	m.owner.Post(path+"/members", object{"userId": m.member.ID, "hourlyRate": 7000}).OK()
	return path
}

func TestWhoMayDoWhatWithAProject(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	type rights struct{ read, write string }
	for visibility, want := range map[string]map[*apitest.User]rights{
		"public": {
			m.owner: {"", ""}, m.admin: {"", ""}, m.manager: {"", ""}, m.member: {"", "role_insufficient"},
			m.nonMember: {"", "not_project_member"}, m.analyst: {"", "analyst_read_only"}, m.outsider: {"404", "404"},
		},
		"private": {
			m.owner: {"", ""}, m.admin: {"", ""}, m.manager: {"", ""}, m.member: {"", "role_insufficient"},
			m.nonMember: {"404", "404"}, m.analyst: {"", "analyst_read_only"}, m.outsider: {"404", "404"},
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
			apitest.WantAccess(user.Get(path), rights.read)
			apitest.WantAccess(user.Get(path+"/members"), rights.read)
			apitest.WantAccess(user.Patch(path, body(object{"color": "#000000"})), rights.write)
			apitest.WantAccess(user.Post(path+"/members", body(object{"userId": m.nonMember.ID})), rights.write)
			apitest.WantAccess(user.Patch(path+"/members/"+m.member.ID, body(object{"hourlyRate": 1})), rights.write)
			apitest.WantAccess(user.Patch(path+"/members/"+m.member.ID+"/manager", body(object{"isManager": true})),
				rights.write)
			apitest.WantAccess(user.Patch(path+"/members/"+m.outsider.ID, "{broken"), "404")
			if rights.write != "" {
				apitest.WantAccess(user.Delete(path+"/members/"+m.member.ID), rights.write)
				apitest.WantAccess(user.Delete(path), rights.write)
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
		answer := m.nonMember.With("X-Correlation-Id", "same").Get(path)
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
	m.admin.Post("/api/projects", object{"name": "By an admin"}).OK()
	m.manager.Post("/api/projects", "{broken").Denied("role_insufficient")
	m.analyst.Post("/api/projects", "{broken").Denied("analyst_read_only")

	m.owner.Patch("/api/workspaces/"+m.owner.WorkspaceID, object{"membersCanCreateProjects": true}).OK()
	m.analyst.Post("/api/projects", "{broken").Denied("analyst_read_only")
	created := m.manager.Post("/api/projects", object{"name": "By a user", "visibility": "private", "hourlyRate": 4200})
	wantFields(t, created.OK(), object{"can_edit": true, "can_track": true, "hourly_rate": 4200.0})
	path := "/api/projects/" + created.ID()
	members := m.owner.Get(path + "/members").Items()
	if len(members) != 1 {
		t.Fatalf("members %v", members)
	}
	wantFields(t, members[0], object{"user_id": m.manager.ID, "display_name": "max", "is_manager": true,
		"hourly_rate": nil,
		"version":     1.0})
	m.manager.Patch(path, object{"name": "Still mine", "hourlyRate": 4300}).OK()
	m.member.Get(path).Problem(404, "not_found")
	if own := m.owner.Get(createProject(m.owner, object{"name": "By the owner"}) + "/members").Items(); len(own) != 0 {
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
			rows := user.Get(path + "/members").Items()
			at := slices.IndexFunc(rows, func(row object) bool { return row["user_id"] == m.member.ID })
			if at < 0 {
				t.Fatalf("%s does not see the member in %v", user.Email, rows)
			}
			wantFields(t, rows[at], object{"hourly_rate": member})
		}
	}
	wantRates(map[*apitest.User]bool{m.owner: true, m.admin: true, m.analyst: true, m.manager: true, m.member: false,
		m.nonMember: false})
}

// A user who stops being a manager stops editing with the next request.
func TestFormerManagerCannotEdit(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := m.createStaffedProject(object{"name": "Site", "visibility": "private"})
	m.manager.Patch(path+"/members/"+m.member.ID+"/manager", object{"isManager": true}).OK()
	m.member.Patch(path+"/members/"+m.manager.ID+"/manager", object{"isManager": false}).OK()
	m.manager.Patch(path, object{"name": "Mine"}).Denied("role_insufficient")
	m.member.Delete(path + "/members/" + m.manager.ID).OK()
	m.manager.Get(path).Problem(404, "not_found")
	m.member.Delete(path + "/members/" + m.member.ID).OK()
	m.member.Get(path).Problem(404, "not_found")
	m.owner.Get(path).OK()
}

// A manager who becomes an analyst reads, and changes nothing.
func TestManagerBecomesAnalyst(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path := m.createStaffedProject(object{"name": "Site", "visibility": "private"})
	m.owner.Patch("/api/workspaces/"+m.owner.WorkspaceID+"/members/"+m.manager.ID, object{"role": "analyst"}).OK()
	m.manager.Patch(path, "{broken").Denied("analyst_read_only")
	wantFields(t, m.manager.Get(path).OK(), object{"can_edit": false, "can_track": false})
}

// A reference into another workspace of the caller is a mismatch; into one
// that is not theirs, it leads nowhere.
func TestReferencesIntoOtherWorkspaces(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("stan")
	admin := owner.AddMember("amir", "admin") // whose active workspace is the owner's
	path := createProject(owner, object{"name": "Site"})
	clientOf := func(p *apitest.User) string { return p.Post("/api/clients", object{"name": "Elsewhere"}).ID() }
	outsidersClient := clientOf(outsider)

	// Until the admin is in the outsider's workspace too, nothing there exists for him.
	admin.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Invalid("clientId client_not_found")
	admin.Get("/api/projects?client_id=" + outsidersClient).Invalid("client_id client_not_found")
	invitation := outsider.Invite(admin.Email, "user")
	admin.Post("/api/me/pending-invitations/"+invitation+"/accept", nil).OK()

	admin.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Denied("workspace_mismatch")
	admin.Post("/api/projects", object{"name": "", "clientId": outsidersClient, "color": 1}).Denied("workspace_mismatch")
	admin.Post("/api/projects:upsert", object{"items": []object{
		{"name": "x"}, {"name": "", "clientId": outsidersClient}}}).Denied("workspace_mismatch")
	admin.Patch(path, object{"clientId": outsidersClient}).Denied("workspace_mismatch")
	admin.Get("/api/projects?client_id=" + outsidersClient).Denied("workspace_mismatch")
	admin.Post(path+"/members", object{"userId": outsider.ID}).Denied("workspace_mismatch")
	owner.Post(path+"/members", object{"userId": outsider.ID}).Invalid("userId user_not_found")
	owner.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Invalid("clientId client_not_found")

	outsider.Delete("/api/workspaces/" + outsider.WorkspaceID + "/members/" + admin.ID).OK()
	admin.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Invalid("clientId client_not_found")
	admin.Post(path+"/members", object{"userId": outsider.ID}).Invalid("userId user_not_found")
}
