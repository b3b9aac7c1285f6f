package functions_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

// references are the properties that refer to a record by its id, with the field code
// of an unknown id and the path segment of the record.
var references = map[string]struct{ code, segment string }{
	"projectId": {"project_not_found", "projects"},
	"taskId":    {"task_not_found", "tasks"},
	"tagIds":    {"tag_not_found", "tags"},
	"clientId":  {"client_not_found", "clients"},
}

// A reference to a record in another workspace of the caller gets workspace_mismatch.
// One to a record of an outsider is answered like an unknown id.
func TestEveryReferenceStaysInTheWorkspace(t *testing.T) {
	w := newWorld(t)
	second := w.createSecondWorkspace(t)
	outsider := &world{Service: w.Service, owner: w.Register("stan")}
	outsider.createRecords("other")
	tested := 0
	eachRoute(t, takesBody, func(t *testing.T, spec route.Spec) {
		body := wire.Describe(spec.Op.In).Body.Value
		for _, p := range body.Properties {
			ref, known := references[p.Name]
			if !known {
				continue
			}
			tested++
			w.send(t, spec, referenceBody(p.Name, second[ref.segment]), nil).Denied("workspace_mismatch")
			foreign := w.validationBody(t, spec, referenceBody(p.Name, outsider.ids[ref.segment]))
			unknown := w.validationBody(t, spec, referenceBody(p.Name, string(domain.NewID())))
			if foreign != unknown || !strings.Contains(unknown, ref.code) {
				t.Errorf("%s: an outsider's gets %q, an unknown one %q, want both %s", p.Name, foreign, unknown, ref.code)
			}
		}
	})
	if tested < 8 {
		t.Errorf("only %d references were tested", tested)
	}
}

// referenceBody is a body with only a reference.
func referenceBody(name, id string) string {
	if strings.HasSuffix(name, "Ids") {
		return `{"` + name + `":["` + id + `"]}`
	}
	return `{"` + name + `":"` + id + `"}`
}

// validationBody sends a body that is invalid and returns the problem as text.
func (w *world) validationBody(t *testing.T, spec route.Spec, body string) string {
	t.Helper()
	answer := w.send(t, spec, body, map[string]string{"X-Correlation-Id": "same"})
	answer.Problem(422, "validation")
	return string(answer.Body)
}

// createSecondWorkspace creates another workspace of the owner with one record of each
// kind.
func (w *world) createSecondWorkspace(t *testing.T) map[string]string {
	t.Helper()
	id := w.owner.Post("/api/workspaces", object{"name": "second"}).ID()
	moved := w.owner.Post("/api/auth/refresh", object{"workspaceId": id}).OK()
	user := &apitest.User{Service: w.Service, Token: moved["access_token"].(string)}
	project := user.Post("/api/projects", object{"name": "p"}).ID()
	return map[string]string{
		"projects": project,
		"tasks":    user.Post("/api/projects/"+project+"/tasks", object{"name": "t"}).ID(),
		"tags":     user.Post("/api/tags", object{"name": "g"}).ID(),
		"clients":  user.Post("/api/clients", object{"name": "c"}).ID(),
	}
}

// For a user who is not a member of a private project, the project, its tasks and its
// members look like unknown ids. So does the time of other members.
func TestEveryRouteHidesPrivateRecordsFromOtherMembers(t *testing.T) {
	w := newWorld(t)
	member := w.owner.AddMember("uma", "user")
	hidden := func(spec route.Spec) bool {
		return namesRecord(spec) && spec.Credential == "session" && hasIDAfter(spec, "projects", "tasks", "entries", "timers")
	}
	eachRoute(t, hidden, func(t *testing.T, spec route.Spec) {
		ask := func(path string) string {
			answer := member.With("X-Correlation-Id", "same").Do(spec.Method, path, "{broken")
			answer.Problem(404, "not_found")
			return string(answer.Body)
		}
		theirs := ask(w.pathOf(t, spec, nil))
		unknown := ask(w.pathOf(t, spec, func(string, string) string { return string(domain.NewID()) }))
		if theirs != unknown {
			t.Errorf("the answers differ:\n%s\n%s", theirs, unknown)
		}
	})
}

// A user can read a public project without being a project member. A change gets
// not_project_member.
func TestEveryChangeOfAPublicProjectNeedsMembership(t *testing.T) {
	w := newWorld(t)
	member := w.owner.AddMember("uma", "user")
	w.owner.Patch("/api/projects/"+w.ids["projects"], object{"visibility": "public"}).OK()
	ofProject := func(spec route.Spec) bool {
		return namesRecord(spec) && spec.Credential == "session" && hasIDAfter(spec, "projects", "tasks")
	}
	eachRoute(t, ofProject, func(t *testing.T, spec route.Spec) {
		answer := member.Do(spec.Method, w.pathOf(t, spec, nil), brokenBody(spec))
		if spec.Method == "GET" {
			answer.OK()
		} else {
			answer.Denied("not_project_member")
		}
	})
}

func brokenBody(spec route.Spec) any {
	if spec.Method == "GET" {
		return nil
	}
	return "{broken"
}

// hasIDAfter reports whether the path has an id after one of the segments.
func hasIDAfter(spec route.Spec, segments ...string) bool {
	for _, s := range segments {
		if strings.Contains(spec.Path, "/"+s+"/{") {
			return true
		}
	}
	return false
}

// Unknown query parameters are ignored, so that newer clients work with an older
// service.
func TestEveryRouteIgnoresUnknownParameters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	eachRoute(t, func(spec route.Spec) bool { return spec.Method == "GET" && needsCredential(spec) },
		func(t *testing.T, spec route.Spec) {
			request := apitest.Request{Method: "GET", Path: w.pathOf(t, spec, nil), Bearer: w.bearerFor(spec),
				Header: map[string]string{"X-Correlation-Id": "same"}}
			plain := w.Send(request)
			request.Path += "?zz=1&zz=2&workspaceId=x&role=owner"
			if odd := w.Send(request); odd.Status != plain.Status {
				t.Errorf("%d with unknown parameters, %d without\n%s", odd.Status, plain.Status, odd.Body)
			}
		})
}
