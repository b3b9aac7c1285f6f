package functions_test

import (
	"strings"
	"testing"

	"stint/functions/apitest"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

// references are the properties that name a thing by id, with what an unknown
// one is called and the path segment of the thing.
var references = map[string]struct{ code, segment string }{
	"projectId": {"project_not_found", "projects"},
	"taskId":    {"task_not_found", "tasks"},
	"tagIds":    {"tag_not_found", "tags"},
	"clientId":  {"client_not_found", "clients"},
}

// A reference to a thing in another of the caller's workspaces is refused as
// such; one to a stranger's thing is as unknown as an id that never was.
func TestEveryReferenceStaysInTheWorkspace(t *testing.T) {
	w := newWorld(t)
	second := w.secondWorkspace(t)
	stranger := &world{House: w.House, owner: w.Register("stan")}
	stranger.furnish("other")
	tested := 0
	eachRoute(t, takesBody, func(t *testing.T, spec route.Spec) {
		body := wire.Describe(spec.Op.In).Body.Value
		for _, p := range body.Properties {
			ref, known := references[p.Name]
			if !known {
				continue
			}
			tested++
			w.send(t, spec, refer(p.Name, second[ref.segment]), nil).Denied("workspace_mismatch")
			foreign := w.codes(t, spec, refer(p.Name, stranger.ids[ref.segment]))
			unknown := w.codes(t, spec, refer(p.Name, string(domain.NewID())))
			if foreign != unknown || !strings.Contains(unknown, ref.code) {
				t.Errorf("%s: a stranger's gets %q, an unknown one %q, want both %s", p.Name, foreign, unknown, ref.code)
			}
		}
	})
	if tested < 8 {
		t.Errorf("only %d references were tested", tested)
	}
}

// refer is a body with one reference and nothing else.
func refer(name, id string) string {
	if strings.HasSuffix(name, "Ids") {
		return `{"` + name + `":["` + id + `"]}`
	}
	return `{"` + name + `":"` + id + `"}`
}

// codes are the field problems of a 422, in one line.
func (w *world) codes(t *testing.T, spec route.Spec, body string) string {
	t.Helper()
	answer := w.send(t, spec, body, map[string]string{"X-Correlation-Id": "same"})
	answer.Problem(422, "validation")
	return string(answer.Body)
}

// secondWorkspace is another workspace of the owner with one of each thing.
func (w *world) secondWorkspace(t *testing.T) map[string]string {
	t.Helper()
	id := w.owner.Post("/api/workspaces", object{"name": "second"}).ID()
	moved := w.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Bearer: w.owner.Token, Body: object{"workspaceId": id}}).OK()
	there := &apitest.Person{House: w.House, Token: moved["access_token"].(string)}
	project := there.Post("/api/projects", object{"name": "p"}).ID()
	return map[string]string{
		"projects": project,
		"tasks":    there.Post("/api/projects/"+project+"/tasks", object{"name": "t"}).ID(),
		"tags":     there.Post("/api/tags", object{"name": "g"}).ID(),
		"clients":  there.Post("/api/clients", object{"name": "c"}).ID(),
	}
}

// A user who is not a member of a private project cannot tell it, its tasks
// and its members from what never was; nor a colleague's time.
func TestEveryRouteHidesPrivateThingsFromColleagues(t *testing.T) {
	w := newWorld(t)
	uma := w.owner.Bring("uma", "user")
	hidden := func(spec route.Spec) bool {
		return namesThing(spec) && spec.Credential == "session" && names(spec, "projects", "tasks", "entries", "timers")
	}
	eachRoute(t, hidden, func(t *testing.T, spec route.Spec) {
		ask := func(path string) string {
			answer := w.Send(apitest.Request{
				Method: spec.Method, Path: path, Bearer: uma.Token, Body: "{broken", Header: map[string]string{"X-Correlation-Id": "same"},
			})
			answer.Problem(404, "not_found")
			return string(answer.Body)
		}
		theirs := ask(w.path(t, spec, nil))
		unknown := ask(w.path(t, spec, func(string, string) string { return string(domain.NewID()) }))
		if theirs != unknown {
			t.Errorf("the answers differ:\n%s\n%s", theirs, unknown)
		}
	})
}

// In a public project a user reads without being a member, and is told about
// the membership where they would change something.
func TestEveryChangeOfAPublicProjectNeedsMembership(t *testing.T) {
	w := newWorld(t)
	uma := w.owner.Bring("uma", "user")
	w.owner.Patch("/api/projects/"+w.ids["projects"], object{"visibility": "public"}).OK()
	ofProject := func(spec route.Spec) bool {
		return namesThing(spec) && spec.Credential == "session" && names(spec, "projects", "tasks")
	}
	eachRoute(t, ofProject, func(t *testing.T, spec route.Spec) {
		answer := w.Send(apitest.Request{Method: spec.Method, Path: w.path(t, spec, nil), Bearer: uma.Token, Body: body(spec)})
		if spec.Method == "GET" {
			answer.OK()
		} else {
			answer.Denied("not_project_member")
		}
	})
}

func body(spec route.Spec) any {
	if spec.Method == "GET" {
		return nil
	}
	return "{broken"
}

// names reports whether the path has an id behind one of the segments.
func names(spec route.Spec, segments ...string) bool {
	for _, s := range segments {
		if strings.Contains(spec.Path, "/"+s+"/{") {
			return true
		}
	}
	return false
}

// Properties and parameters that nobody knows are passed over, so that callers
// may be newer than the service, and never take effect.
func TestEveryRouteIgnoresWhatItDoesNotKnow(t *testing.T) {
	w := newWorld(t)
	eachRoute(t, func(spec route.Spec) bool { return spec.Method == "GET" && private(spec) }, func(t *testing.T, spec route.Spec) {
		request := apitest.Request{Method: "GET", Path: w.path(t, spec, nil), Bearer: w.bearer(spec), Header: map[string]string{"X-Correlation-Id": "same"}}
		plain := w.Send(request)
		request.Path += "?zz=1&zz=2&workspaceId=x&role=owner"
		if odd := w.Send(request); odd.Status != plain.Status {
			t.Errorf("%d with unknown parameters, %d without\n%s", odd.Status, plain.Status, odd.Body)
		}
	})
}
