package changes_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

// team is a workspace with a user who sees little, and followers of it.
type team struct {
	api           *apitest.Service
	owner, member *apitest.User
	f             *follower // of the member, who has the role user
}

func newTeam(t *testing.T) *team {
	api := apitest.New(t)
	owner := api.Register("ada")
	x := &team{api: api, owner: owner, member: owner.AddMember("ursa", "user")}
	api.Clock.Advance(3 * time.Minute) // past what a reader reads again
	x.f = follow(t, x.member, "")
	return x
}

// later waits until no earlier row is read again.
func (x *team) later() {
	x.api.Clock.Advance(125 * time.Second)
	x.f.poll()
}

// privateProjects makes two projects that only their members see.
func (x *team) privateProjects() (first, second string) {
	first = x.owner.Post("/api/projects", object{"name": "Site", "visibility": "private"}).ID()
	return first, x.owner.Post("/api/projects", object{"name": "App", "visibility": "private"}).ID()
}

func (x *team) track(project any) string {
	return x.owner.Post("/api/entries", object{"projectId": project, "startedAt": "2026-06-16T09:00:00Z",
		"stoppedAt": "2026-06-16T10:00:00Z"}).ID()
}

func (x *team) addMember(project string, isManager bool) {
	x.owner.Post("/api/projects/"+project+"/members", object{"userId": x.member.ID}).OK()
	if isManager {
		x.owner.Patch("/api/projects/"+project+"/members/"+x.member.ID+"/manager", object{"isManager": true}).OK()
	}
}

// What a user could never see does not appear, not even its id.
func TestUsersGetNothingOfWhatTheyNeverSaw(t *testing.T) {
	t.Parallel()
	x := newTeam(t)
	hidden := x.owner.Post("/api/projects", object{"name": "Hidden", "visibility": "private"}).ID()
	x.owner.Post("/api/projects/"+hidden+"/tasks", object{"name": "Secret"}).OK()
	x.owner.Post("/api/projects/"+hidden+"/members", object{"userId": x.owner.ID}).OK()
	x.track(hidden)
	x.owner.Post("/api/timers/start", object{"projectId": hidden}).OK()
	invitation := x.owner.Post("/api/workspaces/"+x.owner.WorkspaceID+"/invitations",
		object{"email": "bob@example.com"}).ID()
	x.owner.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}).OK()
	x.later()
	other := x.owner.Post("/api/projects", object{"name": "Other", "visibility": "private"}).ID()
	for _, path := range []string{
		"/api/projects/" + other, "/api/projects/" + hidden + "/members/" + x.owner.ID,
		"/api/workspaces/" + x.owner.WorkspaceID + "/invitations/" + invitation,
		"/api/timers/" + x.owner.Get("/api/timers/current").OK()["timer"].(object)["id"].(string),
	} {
		x.owner.Delete(path).OK()
	}
	x.f.wantItems()
}

// A member of a private project sees it, and gets a delete at its next change after they
// were removed.
func TestLeavingAPrivateProject(t *testing.T) {
	t.Parallel()
	x := newTeam(t)
	project := x.owner.Post("/api/projects", object{"name": "Site", "visibility": "private"}).ID()
	x.addMember(project, false)
	task := x.owner.Post("/api/projects/"+project+"/tasks", object{"name": "Design"}).ID()
	x.f.wantItems([3]string{"project", "upsert", project}, [3]string{"project_member", "upsert", x.member.ID},
		[3]string{"task", "upsert", task})
	x.later()
	x.owner.Delete("/api/projects/" + project + "/members/" + x.member.ID).OK()
	x.f.wantItems([3]string{"project_member", "delete", x.member.ID})
	x.later()
	x.owner.Patch("/api/projects/"+project, object{"name": "Web site"}).OK()
	x.owner.Patch("/api/tasks/"+task, object{"name": "Drafts"}).OK()
	x.f.wantItems([3]string{"project", "delete", project}, [3]string{"task", "delete", task})
}

func TestAProjectBecomesPrivate(t *testing.T) {
	t.Parallel()
	x := newTeam(t)
	project := x.owner.Post("/api/projects", object{"name": "Site", "visibility": "public"}).ID()
	x.f.wantItems([3]string{"project", "upsert", project})
	x.later()
	x.owner.Patch("/api/projects/"+project, object{"visibility": "private"}).OK()
	x.f.wantItems([3]string{"project", "delete", project})
	x.later()
	x.owner.Delete("/api/projects/" + project).OK()
	x.f.wantItems([3]string{"project", "delete", project})
}

// A manager sees the time on their projects. Time that moves away is a delete for them.
func TestTimeOfManagedProjects(t *testing.T) {
	t.Parallel()
	x := newTeam(t)
	managed, other := x.privateProjects()
	x.addMember(managed, true)
	entry := x.track(managed)
	x.f.wantItems([3]string{"project", "upsert", managed}, [3]string{"project_member", "upsert", x.member.ID},
		[3]string{"entry", "upsert", entry})
	x.later()
	x.owner.Patch("/api/entries/"+entry, object{"projectId": other}).OK()
	x.f.wantItems([3]string{"entry", "delete", entry})
	x.later()
	x.owner.Patch("/api/entries/"+entry, object{"projectId": managed}).OK()
	x.f.wantItems([3]string{"entry", "upsert", entry})
	x.later()
	x.owner.Patch("/api/projects/"+managed+"/members/"+x.member.ID+"/manager", object{"isManager": false}).OK()
	x.f.wantItems([3]string{"project_member", "upsert", x.member.ID})
	x.later()
	x.owner.Delete("/api/entries/" + entry).OK()
	x.f.wantItems([3]string{"entry", "delete", entry})
}

// What is made again keeps in mind who saw what was there before.
func TestMadeAgainOnAnotherProject(t *testing.T) {
	t.Parallel()
	x := newTeam(t)
	managed, other := x.privateProjects()
	x.addMember(managed, true)
	entry := x.track(managed)
	x.later()
	row := object{"id": entry, "projectId": other, "startedAt": "2026-06-16T09:00:00Z",
		"stoppedAt": "2026-06-16T10:00:00Z"}
	x.owner.Post("/api/entries:bulk", object{"items": []object{{"id": entry, "op": "delete"}}}).OK()
	x.owner.Post("/api/entries:bulk", object{"items": []object{row}}).OK()
	x.f.wantItems([3]string{"entry", "delete", entry})
	x.later()
	x.owner.Delete("/api/projects/" + managed + "/members/" + x.member.ID).OK()
	x.addMember(managed, false)
	x.f.wantItems([3]string{"project_member", "upsert", x.member.ID})
	x.later()
	x.owner.Delete("/api/entries/" + entry).OK()
	x.f.wantItems([3]string{"entry", "delete", entry})
}

// An admin who becomes a user gets a delete for each change of what they do not see any
// more.
func TestADemotedAdmin(t *testing.T) {
	t.Parallel()
	x := newTeam(t)
	members := "/api/workspaces/" + x.owner.WorkspaceID + "/members/"
	x.owner.Patch(members+x.member.ID, object{"role": "admin"}).OK()
	project := x.owner.Post("/api/projects", object{"name": "Site", "visibility": "private"}).ID()
	entry := x.track(project)
	x.f.wantItems([3]string{"member", "upsert", x.member.ID}, [3]string{"project", "upsert", project},
		[3]string{"entry", "upsert", entry})
	x.later()
	x.owner.Patch(members+x.member.ID, object{"role": "user"}).OK()
	x.owner.Patch("/api/entries/"+entry, object{"description": "x"}).OK()
	x.owner.Patch("/api/projects/"+project, object{"name": "Web site"}).OK()
	x.f.wantItems([3]string{"member", "upsert", x.member.ID}, [3]string{"project", "delete", project},
		[3]string{"entry", "delete", entry})
}
