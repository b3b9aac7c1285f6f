package awslocal

import (
	"net/http/httptest"
	"testing"

	"stint/internal/template"
)

func TestRoutesAreFoundAsTheGatewayDoes(t *testing.T) {
	t.Parallel()
	root := newRouter([]template.Route{
		{Method: "ANY", Path: "/", Function: "rest"},
		{Method: "ANY", Path: "/{proxy+}", Function: "rest"},
		{Method: "ANY", Path: "/api/projects", Function: "projects"},
		{Method: "GET", Path: "/api/projects", Function: "list"},
		{Method: "ANY", Path: "/api/projects/{p1}", Function: "projects"},
		{Method: "ANY", Path: "/api/projects/mine", Function: "mine"},
		{Method: "ANY", Path: "/api/projects/{p1}/members/{p2}", Function: "members"},
		{Method: "POST", Path: "/api/only", Function: "only"},
	})
	for _, c := range []struct{ method, path, want string }{
		{"GET", "/", "rest"},
		{"GET", "/x/y/z", "rest"},
		{"GET", "/api", "rest"},
		{"GET", "/api/projects", "list"},
		{"PUT", "/api/projects", "projects"},
		{"GET", "/api/projects/1", "projects"},
		{"GET", "/api/projects/mine", "mine"},
		{"GET", "/api/projects/mine/members/2", "members"},
		{"GET", "/api/projects/", "rest"},
		{"GET", "/api/projects/1/others", "rest"},
		{"GET", "/api/projects/{p1}", "projects"},
		{"POST", "/api/only", "only"},
		{"GET", "/api/only", "rest"},
	} {
		if got, ok := root.find(c.method, c.path); !ok || got.Function != c.want {
			t.Errorf("%s %s: %q, %v; want %q", c.method, c.path, got.Function, ok, c.want)
		}
	}
}

func TestUnknownPathsHaveNoRoute(t *testing.T) {
	t.Parallel()
	root := newRouter([]template.Route{{Method: "POST", Path: "/a", Function: "a"}})
	for _, path := range []string{"/", "/a", "/b", "/a/b"} {
		if got, ok := root.find("GET", path); ok {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestParametersHaveTheNamesOfTheTemplate(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("GET", "/live/api/projects/1/members/2", nil)
	setPathValues(r, "/api/projects/1/members/2", "/api/projects/{p1}/members/{p2}")
	if r.PathValue("p1") != "1" || r.PathValue("p2") != "2" {
		t.Errorf("p1 %q, p2 %q", r.PathValue("p1"), r.PathValue("p2"))
	}
	setPathValues(r, "/a/b/c", "/{rest+}")
	if r.PathValue("rest") != "a/b/c" {
		t.Errorf("rest %q", r.PathValue("rest"))
	}
}
