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
	h := apitest.New(t)
	ada := h.Register("ada")
	amir, ann := ada.AddMember("amir", "admin"), ada.AddMember("ann", "analyst")
	max, mia, out := ada.AddMember("max", "user"), ada.AddMember("mia", "user"), ada.AddMember("out", "user")
	stan := h.Register("stan")
	for visibility, want := range map[string]map[*apitest.User]taskAccess{
		"public": {
			ada: {"", ""}, amir: {"", ""}, max: {"", ""}, mia: {"", "role_insufficient"},
			out: {"", "not_project_member"}, ann: {"", "analyst_read_only"}, stan: {"404", "404"},
		},
		"private": {
			ada: {"", ""}, amir: {"", ""}, max: {"", ""}, mia: {"", "role_insufficient"},
			out: {"404", "404"}, ann: {"", "analyst_read_only"}, stan: {"404", "404"},
		},
	} {
		site := createProject(ada, object{"name": visibility, "visibility": visibility})
		ada.Post(site+"/members", object{"userId": max.ID, "isManager": true}).OK()
		ada.Post(site+"/members", object{"userId": mia.ID}).OK()
		for user, rights := range want {
			name := strings.Split(user.Email, "@")[0]
			id := ada.Post(site+"/tasks", object{"name": "For " + name}).ID()
			wantAccess(user.Get("/api/tasks/"+id), rights.read)
			wantAccess(user.Get(site+"/tasks"), rights.read)
			wantWriteAccess(user.Post, site+"/tasks", object{"name": "By " + name}, rights.write)
			wantWriteAccess(user.Patch, "/api/tasks/"+id, object{"name": "Of " + name}, rights.write)
			wantWriteAccess(user.Post, "/api/tasks/"+id+"/archive", nil, rights.write)
			wantAccess(user.Delete("/api/tasks/"+id), rights.write)
		}
	}
}

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

// wantWriteAccess sends a body that cannot be read to who may not: it must not be
// looked at.
func wantWriteAccess(send func(path string, body any) *apitest.Answer, path string, body any, right string) {
	if right != "" {
		body = "{broken"
	}
	wantAccess(send(path, body), right)
}

// A task that is not there and one that may not be seen are told alike, and
// cost the same.
func TestInvisibleTaskIsNotFound(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ursula := ada.AddMember("ursula", "user")
	hidden := ada.Post(createProject(ada, object{"name": "Hidden", "visibility": "private"})+"/tasks",
		object{"name": "Secret"}).ID()
	get := func(id string) (string, int) {
		h.Probe.Reset()
		answer := h.Send(apitest.Request{Method: "GET", Path: "/api/tasks/" + id, Bearer: ursula.Token,
			Header: map[string]string{"X-Correlation-Id": "same"}})
		answer.Problem(404, "not_found")
		return string(answer.Body), len(h.Probe.Log())
	}
	body, calls := get(hidden)
	if otherBody, otherCalls := get(ursula.ID); otherBody != body || otherCalls != calls {
		t.Errorf("hidden: %d calls, %s; none: %d calls, %s", calls, body, otherCalls, otherBody)
	}
}
