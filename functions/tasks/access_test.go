package tasks_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

// taskAccess are what someone is told who reads, and who changes, a task of a
// project: "" is fine, else the detail of a 403, or 404.
type taskAccess struct{ read, write string }

func TestWhoMayChangeTasks(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin, analyst := owner.AddMember("amir", "admin"), owner.AddMember("ann", "analyst")
	manager, member, coworker := owner.AddMember("max", "user"), owner.AddMember("mia", "user"),
		owner.AddMember("out", "user")
	outsider := api.Register("stan")
	for visibility, want := range map[string]map[*apitest.User]taskAccess{
		"public": {
			owner: {"", ""}, admin: {"", ""}, manager: {"", ""}, member: {"", "role_insufficient"},
			coworker: {"", "not_project_member"}, analyst: {"", "analyst_read_only"}, outsider: {"404", "404"},
		},
		"private": {
			owner: {"", ""}, admin: {"", ""}, manager: {"", ""}, member: {"", "role_insufficient"},
			coworker: {"404", "404"}, analyst: {"", "analyst_read_only"}, outsider: {"404", "404"},
		},
	} {
		site := createProject(owner, object{"name": visibility, "visibility": visibility})
		owner.Post(site+"/members", object{"userId": manager.ID, "isManager": true}).OK()
		owner.Post(site+"/members", object{"userId": member.ID}).OK()
		for user, rights := range want {
			name := strings.Split(user.Email, "@")[0]
			id := owner.Post(site+"/tasks", object{"name": "For " + name}).ID()
			apitest.WantAccess(user.Get("/api/tasks/"+id), rights.read)
			apitest.WantAccess(user.Get(site+"/tasks"), rights.read)
			wantWriteAccess(user.Post, site+"/tasks", object{"name": "By " + name}, rights.write)
			wantWriteAccess(user.Patch, "/api/tasks/"+id, object{"name": "Of " + name}, rights.write)
			wantWriteAccess(user.Post, "/api/tasks/"+id+"/archive", nil, rights.write)
			apitest.WantAccess(user.Delete("/api/tasks/"+id), rights.write)
		}
	}
}

// wantWriteAccess sends a body that cannot be read to who may not: it must not be
// looked at.
func wantWriteAccess(send func(path string, body any) *apitest.Answer, path string, body any, right string) {
	if right != "" {
		body = "{broken"
	}
	apitest.WantAccess(send(path, body), right)
}

// A task that is not there and one that may not be seen are told alike, and
// cost the same.
func TestInvisibleTaskIsNotFound(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("ursula", "user")
	hidden := owner.Post(createProject(owner, object{"name": "Hidden", "visibility": "private"})+"/tasks",
		object{"name": "Secret"}).ID()
	get := func(id string) (string, int) {
		api.Probe.Reset()
		answer := member.With("X-Correlation-Id", "same").Get("/api/tasks/" + id)
		answer.Problem(404, "not_found")
		return string(answer.Body), len(api.Probe.Log())
	}
	body, calls := get(hidden)
	if otherBody, otherCalls := get(member.ID); otherBody != body || otherCalls != calls {
		t.Errorf("hidden: %d calls, %s; none: %d calls, %s", calls, body, otherCalls, otherBody)
	}
}
