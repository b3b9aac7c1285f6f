package route_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/route"
)

var _, _ route.DescribedResponder = route.Redirect{}, route.OrRedirect[thingAnswer]{}

func TestAnswersAreJSON(t *testing.T) {
	t.Parallel()
	w := newTestServer(t, people.RoleOwner).send("GET", "/api/things/"+recordID, "")
	if w.Body.String() != `{"id":"`+recordID+`","list":[],"version":3}` {
		t.Errorf("body %s: a nil list is [], the version comes last", w.Body)
	}
	if w.Code != 200 || w.Header().Get("Content-Type") != "application/json; charset=utf-8" {
		t.Errorf("%d %s", w.Code, w.Header().Get("Content-Type"))
	}
}

func TestWriteJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		answer     any
	}{
		{"nothing is escaped for HTML", `{"a":"<b> & </b>"}`, map[string]string{"a": "<b> & </b>"}},
		{"an end of a list", `{"items":[],"next_cursor":null}`, route.List[int]{}},
		{"members in a fixed order", `{"a":1,"b":2,"c":3}`, map[string]int{"c": 3, "a": 1, "b": 2}},
		{"a deleted thing", `{"id":"x","deleted":true}`, route.NewDeleted("x")},
		{"done", `{"status":"ok"}`, route.OK},
	} {
		w := httptest.NewRecorder()
		route.WriteJSON(w, c.answer)
		if w.Body.String() != c.want {
			t.Errorf("%s: %s, want %s", c.name, w.Body, c.want)
		}
	}
}

func TestOrRedirect(t *testing.T) {
	t.Parallel()
	answer := thingAnswer{ID: "x", Versioned: route.Versioned{Version: 2}}
	w := httptest.NewRecorder()
	route.OrRedirect[thingAnswer]{Answer: answer}.Respond(w)
	if w.Code != 200 || w.Header().Get("ETag") != `"2"` || w.Header().Get("Location") != "" {
		t.Errorf("for programs: %d %v", w.Code, w.Header())
	}
	w = httptest.NewRecorder()
	route.OrRedirect[thingAnswer]{Answer: answer, To: "https://stint.example/p/invitation?token=x"}.Respond(w)
	if w.Code != 302 || w.Header().Get("Location") != "https://stint.example/p/invitation?token=x" || w.Body.Len() != 0 {
		t.Errorf("for browsers: %d %v %s", w.Code, w.Header(), w.Body)
	}
	forms := route.OrRedirect[thingAnswer]{}.Variants()
	if len(forms) != 2 || forms[0].Status != 200 || forms[0].JSON.Name() != "thingAnswer" || forms[1].Status != 302 {
		t.Errorf("forms %+v", forms)
	}
}

func TestRequestFields(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.send("GET", "/api/lookup/x", "", "Cookie", "a=1; b=2", "Cookie", "b=3", "Accept", "text/html, */*", "Authorization",
		"Bearer x", "X-Forwarded-For", "198.51.100.9")
	r := h.family.seen
	if r.Cookie("a") != "1" || r.Cookie("c") != "" {
		t.Errorf("cookies %q %q", r.Cookie("a"), r.Cookie("c"))
	}
	if r.Cookie("b") != "" {
		t.Errorf("a cookie that was sent twice is %q", r.Cookie("b"))
	}
	if !r.AcceptsHTML() || r.ClientAddress() != "192.0.2.7" || len(r.Authorization()) != 1 ||
		r.Now.String() != "2026-06-17T12:00:00Z" {
		t.Errorf("browser %v, address %s, authorization %v, now %v", r.AcceptsHTML(), r.ClientAddress(), r.Authorization(),
			r.Now)
	}
	r.SetCookie(&http.Cookie{Name: "n", Value: "v"})
	h.send("GET", "/api/lookup/x", "", "Accept", "application/json")
	if h.family.seen.AcceptsHTML() {
		t.Error("a program is taken for a browser")
	}
}

// A cursor belongs to the route, the caller, the workspace and the filters;
// the limit and the cursor itself do not count, nor does the order.
func TestScope(t *testing.T) {
	t.Parallel()
	scope := func(target, user, workspace string) string {
		h := newTestServer(t, people.RoleOwner)
		h.authenticator.caller.User.ID, h.authenticator.caller.Workspace.ID = domain.ID(user), domain.ID(workspace)
		h.send("GET", target, "")
		return h.family.seen.CursorScope()
	}
	path := "/api/things/" + recordID
	base := scope(path+"?a=1&b=2", "u", "w")
	for _, same := range []string{path + "?b=2&a=1", path + "?a=1&b=2&limit=7&cursor=zz"} {
		if scope(same, "u", "w") != base {
			t.Errorf("%s has another scope", same)
		}
	}
	others := map[string]string{
		"another filter": scope(path+"?a=1&b=3", "u", "w"), "no filter": scope(path, "u", "w"),
		"another user": scope(path+"?a=1&b=2", "v", "w"), "another workspace": scope(path+"?a=1&b=2", "u", "x"),
		"another thing": scope("/api/things/"+workspaceID+"?a=1&b=2", "u", "w"),
	}
	for name, other := range others {
		if other == base {
			t.Errorf("%s has the same scope", name)
		}
	}
}
