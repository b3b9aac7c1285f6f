package changes_test

import "testing"

// A former viewer gets a delete for what they saw, and nothing of what was made after they
// lost sight, also in the same second.

func (x *team) task(project, name string) string {
	return x.owner.Post("/api/projects/"+project+"/tasks", object{"name": name}).ID()
}

func (x *team) setManager(project string, isManager bool) {
	x.owner.Patch("/api/projects/"+project+"/members/"+x.member.ID+"/manager", object{"isManager": isManager}).OK()
}

// madeLater makes and deletes what only the viewers of a project see.
func (x *team) madeLater(project string) {
	x.owner.Delete("/api/tasks/" + x.task(project, "Later")).OK()
	member := x.owner.AddMember("carl", "user")
	x.owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	x.owner.Delete("/api/projects/" + project + "/members/" + member.ID).OK()
	x.track(project)
	x.owner.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}).OK()
	x.owner.Patch("/api/projects/"+project, object{"color": "#123456"}).OK()
	timer := x.owner.Post("/api/timers/start", object{"projectId": project}).ID()
	x.owner.Delete("/api/timers/" + timer).OK()
	x.task(project, "Latest")
}

func TestNothingOfAProjectAfterItBecamePrivate(t *testing.T) {
	t.Parallel()
	x := newTeam(t)
	project := x.owner.Post("/api/projects", object{"name": "Site", "visibility": "public"}).ID()
	task := x.task(project, "Design")
	x.f.wantItems([3]string{"project", "upsert", project}, [3]string{"task", "upsert", task})
	x.later()
	x.owner.Patch("/api/projects/"+project, object{"visibility": "private"}).OK()
	x.f.wantItems([3]string{"project", "delete", project})
	x.madeLater(project)
	x.owner.Patch("/api/tasks/"+task, object{"name": "Drafts"}).OK()
	x.wantDeletes(project, task)

	x.later() // it becomes public and private again
	x.owner.Patch("/api/projects/"+project, object{"visibility": "public"}).OK()
	second := x.task(project, "Second")
	x.f.wantItems([3]string{"project", "upsert", project}, [3]string{"task", "upsert", second})
	x.owner.Patch("/api/projects/"+project, object{"visibility": "private"}).OK()
	x.owner.Delete("/api/tasks/" + second).OK()
	x.owner.Delete("/api/tasks/" + x.task(project, "Third")).OK()
	x.wantDeletes(project, second)
}

func TestNothingOfAProjectAfterItsManagerWasRemoved(t *testing.T) {
	t.Parallel()
	x := newTeam(t)
	project, other := x.privateProjects()
	x.addMember(project, true)
	moved, kept := x.track(other), x.track(project)
	x.f.poll()
	x.later()
	x.owner.Delete("/api/projects/" + project + "/members/" + x.member.ID).OK()
	x.wantDeletes(x.member.ID)
	x.owner.Patch("/api/entries/"+moved, object{"projectId": project}).OK()
	x.owner.Delete("/api/entries/" + moved).OK()
	x.madeLater(project)
	x.wantDeletes(project, kept)

	x.later() // they become a manager and are removed again
	x.addMember(project, true)
	second := x.track(project)
	x.f.poll()
	x.owner.Delete("/api/projects/" + project + "/members/" + x.member.ID).OK()
	x.owner.Delete("/api/entries/" + second).OK()
	x.owner.Delete("/api/entries/" + x.track(project)).OK()
	x.wantDeletes(x.member.ID, second)
}

func TestNoTimeAfterAManagerWasDemoted(t *testing.T) {
	t.Parallel()
	x := newTeam(t)
	project := x.owner.Post("/api/projects", object{"name": "Site", "visibility": "private"}).ID()
	x.addMember(project, true)
	kept := x.track(project)
	x.f.poll()
	x.later()
	x.setManager(project, false)
	x.f.poll()
	x.owner.Delete("/api/entries/" + kept).OK()
	x.owner.Delete("/api/entries/" + x.track(project)).OK()
	x.wantDeletes(kept)
}

func TestNothingOfTheWorkspaceAfterADemotion(t *testing.T) {
	t.Parallel()
	for _, role := range []string{"admin", "analyst"} {
		x := newTeam(t)
		members := "/api/workspaces/" + x.owner.WorkspaceID + "/members/"
		x.owner.Patch(members+x.member.ID, object{"role": role}).OK()
		project := x.owner.Post("/api/projects", object{"name": "Site", "visibility": "private"}).ID()
		kept := x.track(project)
		x.f.poll()
		x.later()
		x.owner.Patch(members+x.member.ID, object{"role": "user"}).OK()
		x.f.poll()
		x.owner.Delete("/api/entries/" + kept).OK()
		x.madeLater(project)
		invitations := "/api/workspaces/" + x.owner.WorkspaceID + "/invitations"
		x.owner.Delete(invitations + "/" + x.owner.Post(invitations, object{"email": "bob@example.com"}).ID()).OK()
		x.owner.Post(invitations, object{"email": "dan@example.com"}).OK()
		x.wantDeletes(project, kept)

		x.owner.Patch(members+x.member.ID, object{"role": role}).OK()
		second := x.owner.Post(invitations, object{"email": "eve@example.com"}).ID()
		x.f.poll()
		x.owner.Patch(members+x.member.ID, object{"role": "user"}).OK()
		x.owner.Delete(invitations + "/" + second).OK()
		x.wantDeletes(second)
	}
}

// wantDeletes checks the ids of the deletes of a poll, in any order. Members appear too.
func (x *team) wantDeletes(want ...string) {
	x.f.t.Helper()
	got := map[string]int{}
	for _, item := range x.f.poll() {
		switch {
		case item["change"] == "delete":
			got[item["id"].(string)]++
		case item["type"] != "member":
			x.f.t.Errorf("%s %s appears as %s", item["type"], item["id"], item["change"])
		}
	}
	for _, id := range want {
		got[id]--
	}
	for id, n := range got {
		if n != 0 {
			x.f.t.Errorf("%s: %d deletes more than wanted", id, n)
		}
	}
}
