package route_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"stint/shared/auth"
	"stint/shared/domain/people"
	"stint/shared/route"
)

func TestPaths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ method, path, want, allow string }{
		{"GET", "/api/things/" + recordID, "OK", ""},
		{"GET", "/api/things/" + strings.ToUpper(recordID), "OK", ""},
		{"GET", "/api/things/%30" + recordID[1:], "OK", ""},
		{"GET", "/api/things/no-uuid", "not_found", ""},
		{"GET", "/api/things/" + recordID + "%00", "not_found", ""},
		{"GET", "/api/things/" + recordID + "/", "not_found", ""},
		{"GET", "/api//things/" + recordID, "not_found", ""},
		{"GET", "//api/things/" + recordID, "not_found", ""},
		{"GET", "/api/./things/" + recordID, "not_found", ""},
		{"GET", "/api/x/../things/" + recordID, "not_found", ""},
		{"GET", "/api/%2e%2e/api/things/" + recordID, "not_found", ""},
		{"GET", "/API/things/" + recordID, "not_found", ""},
		{"GET", "/", "not_found", ""},
		{"GET", "/api/lookup/", "not_found", ""},
		{"GET", "/api/lookup", "not_found", ""},
		{"GET", "/api/lookup/a%2Fb", "OK", ""},
		{"GET", "/api/lookup/a%252Fb", "OK", ""},
		{"GET", "/api/lookup/a/b", "not_found", ""},
		{"GET", "/api/lookup/%2e", "not_found", ""},
		{"GET", "/api/lookup/%ff", "not_found", ""},
		{"GET", "/api/lookup/a%00b", "not_found", ""},
		{"POST", "/api/things:bulk", "OK", ""},
		{"POST", "/api/things%3Abulk", "OK", ""},
		{"POST", "/api/things%3abulk", "OK", ""},
		{"POST", "/api/things:other", "not_found", ""},
		{"GET", "/api/things:bulk", "method_not_allowed", "POST"},
		{"HEAD", "/api/things/" + recordID, "OK", ""},
		{"HEAD", "/api/things", "Method Not Allowed", "POST"},
		{"HEAD", "/api/begin", "Method Not Allowed", "GET"},
		{"POST", "/api/begin", "method_not_allowed", "GET"},
		{"GET", "/api/begin", "OK", ""},
		{"HEAD", "/api/nothing", "Not Found", ""},
		{"OPTIONS", "/api/things/" + recordID, "method_not_allowed", "GET, HEAD, PATCH"},
		{"DELETE", "/api/things", "method_not_allowed", "POST"},
		{"PUT", "/api/things/no-uuid", "method_not_allowed", "GET, HEAD, PATCH"},
		{"get", "/api/things/" + recordID, "method_not_allowed", "GET, HEAD, PATCH"},
		{"CONNECT", "/api/things/" + recordID, "method_not_allowed", "GET, HEAD, PATCH"},
		{"PROPFIND", "/api/things/" + recordID, "method_not_allowed", "GET, HEAD, PATCH"},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			t.Parallel()
			w := newTestServer(t, people.RoleOwner).send(c.method, c.path, bodyFor(c.method))
			if g := outcomeOf(w); g != c.want || w.Header().Get("Allow") != c.allow {
				t.Errorf("%s, Allow %q; want %s, %q", g, w.Header().Get("Allow"), c.want, c.allow)
			}
			if c.want != "OK" && w.Header().Get("Content-Type") != "application/problem+json" {
				t.Errorf("content type %q", w.Header().Get("Content-Type"))
			}
		})
	}
}

func bodyFor(method string) string {
	if method == "POST" {
		return `{"name":"n"}`
	}
	return ""
}

// A text in the path arrives decoded, once.
func TestTextParameter(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"abc": "abc", "a%2Fb": "a/b", "a%252Fb": "a%2Fb", "a+b": "a+b",
		"%C3%A9": "é"} {
		w := newTestServer(t, people.RoleOwner).send("GET", "/api/lookup/"+path, "")
		if w.Body.String() != `{"token":"`+want+`"}` {
			t.Errorf("%s: %s, want %s", path, w.Body, want)
		}
	}
}

// An id in the path is compared in lower case, whatever was sent.
func TestIDParameter(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.send("GET", "/api/things/"+strings.ToUpper(recordID), "")
	if id := h.family.seen.ID("thingId"); string(id) != recordID {
		t.Errorf("id %q, want %q", id, recordID)
	}
}

func TestAuthenticatorReceivesTheRoutesDeclaration(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.send("DELETE", "/api/workspaces/"+workspaceID+"/things/"+recordID, "", "Authorization", "Bearer a", "Authorization",
		"Bearer b")
	h.send("POST", "/api/things:bulk", `{"name":"n"}`)
	h.send("GET", "/api/lookup/x", "", "Authorization", "Bearer a")
	if len(h.authenticator.requests) != 2 {
		t.Fatalf("asked %d times, want 2: a public route does not authenticate", len(h.authenticator.requests))
	}
	if a := h.authenticator.requests[0]; a.Credential != auth.Session || a.WorkspaceID != workspaceID ||
		len(a.Authorization) != 2 {
		t.Errorf("asked %+v", a)
	}
	if a := h.authenticator.requests[1]; a.Credential != auth.APIKey || a.WorkspaceID != "" {
		t.Errorf("asked %+v", a)
	}
}

func TestCheckRefuses(t *testing.T) {
	t.Parallel()
	if err := route.Check(table); err != nil {
		t.Fatalf("a good table: %v", err)
	}
	for name, change := range map[string]func(*route.Spec){
		"no id":                          func(s *route.Spec) { s.ID = "" },
		"no summary":                     func(s *route.Spec) { s.Summary = "" },
		"no permission":                  func(s *route.Spec) { s.Permission = "" },
		"an unknown permission":          func(s *route.Spec) { s.Permission = "all" },
		"no credential":                  func(s *route.Spec) { s.Credential = "" },
		"an unknown credential":          func(s *route.Spec) { s.Credential = "cookie" },
		"public with a permission":       func(s *route.Spec) { s.Credential = auth.Public },
		"a credential for everyone":      func(s *route.Spec) { s.Permission = auth.Everyone },
		"an unknown method":              func(s *route.Spec) { s.Method = "HEAD" },
		"a method in lower case":         func(s *route.Spec) { s.Method = "get" },
		"no operation":                   func(s *route.Spec) { s.Op = route.Operation{} },
		"a thing that nothing finds":     func(s *route.Spec) { s.Op = create.Op },
		"a GET that creates":             func(s *route.Spec) { s.Creates = true },
		"a PATCH without HEAD":           func(s *route.Spec) { s.Method, s.NoHead = "PATCH", true },
		"a HEAD beside the throttle":     func(s *route.Spec) { s.Throttle = route.StrictThrottle },
		"a landing by a form":            func(s *route.Spec) { s.Method, s.FailurePage = "POST", "/p/failed" },
		"a trailing slash":               func(s *route.Spec) { s.Path += "/" },
		"a path without a slash":         func(s *route.Spec) { s.Path = "api/things" },
		"the same id again":              func(s *route.Spec) { s.ID = edit.ID },
		"the same method and path again": func(s *route.Spec) { s.Path, s.Method = edit.Path, edit.Method },
		"a public route that creates": func(s *route.Spec) {
			*s = lookup
			s.ID, s.Path, s.Method, s.Creates = "x", "/x",
				"POST", true
		},
		"a path with a parent folder": func(s *route.Spec) { s.Path = "/api/../things/{thingId}" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			spec := show
			spec.ID, spec.Path = "things.other", "/api/other/{thingId}"
			change(&spec)
			specs := append([]route.Spec{edit}, spec)
			if err := route.Check(specs); err == nil {
				t.Error("the table passes")
			}
			defer func() {
				if recover() == nil {
					t.Error("the table is served")
				}
			}()
			(&route.Server{}).Handler(&Family{}, specs)
		})
	}
}

func TestHandlerRefusesAnOtherFamilysOperation(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("an operation of another family is served")
		}
	}()
	(&route.Server{}).Handler(new(struct{}), table)
}

func TestParams(t *testing.T) {
	t.Parallel()
	if p := guest.Params(); strings.Join(p, " ") != "workspaceId thingId" {
		t.Errorf("parameters %v", p)
	}
	for name, want := range map[string]bool{"id": true, "wid": true, "projectId": true, "provider": false, "token": false,
		"code": false, "paid": false} {
		if route.IsIDParam(name) != want {
			t.Errorf("IsID(%s) is %v", name, !want)
		}
	}
}

func TestTwins(t *testing.T) {
	t.Parallel()
	sessionOnly, public := show, guest
	sessionOnly.SessionOnly = true
	public.Credential = auth.Public
	all := route.WithTwins([]route.Spec{show, sessionOnly, public})
	if len(all) != 4 || all[0].ID != show.ID {
		t.Fatalf("%d routes: %+v", len(all), all)
	}
	if twin := all[1]; twin.ID != "things.show.v1" || twin.Credential != auth.APIKey ||
		twin.Path != "/api/v1/things/{thingId}" || twin.Permission != show.Permission {
		t.Errorf("twin %+v", twin)
	}
}

func TestPathsOfTwins(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/api/projects/{projectId}/tasks":                       "/api/v1/projects/{projectId}/tasks",
		"/api/entries:bulk":                                     "/api/v1/entries:bulk",
		"/api/workspaces/me/timesheet-submissions":              "/api/v1/timesheet-submissions",
		"/api/workspaces/{workspaceId}":                         "/api/v1/workspace",
		"/api/workspaces/{workspaceId}/members/{userId}":        "/api/v1/members/{userId}",
		"/api/workspaces/{workspaceId}/invitations/{id}/resend": "/api/v1/invitations/{id}/resend",
	} {
		spec := show
		spec.Path = path
		if got := route.WithTwins([]route.Spec{spec})[1].Path; got != want {
			t.Errorf("the twin of %s is at %s, want %s", path, got, want)
		}
	}
}

// Whatever the path: an answer of ours, never a redirect, a page of the
// framework, or a fault.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"/", "//", "/api/things/" + recordID, "/api/lookup/%2F", "/api/lookup/..", "/a/%2e%2e/b",
		"*", "/api/things%3Abulk", "/%00"} {
		f.Add("GET", seed)
		f.Add("HEAD", seed)
	}
	f.Fuzz(func(t *testing.T, method, path string) {
		u, err := url.ParseRequestURI(path)
		if err != nil || !strings.HasPrefix(path, "/") || method == "" {
			return // does not come this far: lambdahttp
		}
		h := newTestServer(t, people.RoleOwner)
		r := httptest.NewRequest("GET", "http://stint.example/", nil)
		r.Method, r.URL = method, u
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		switch media := w.Header().Get("Content-Type"); {
		case w.Code == 200 && media == route.JSONType:
		case (w.Code == 404 || w.Code == 405 || w.Code == 422) && media == "application/problem+json":
		case w.Code == 405 && w.Header().Get("Allow") == "":
			t.Errorf("%s %q: 405 without Allow", method, path)
		default:
			t.Errorf("%s %q: %d %s", method, path, w.Code, media)
		}
	})
}
