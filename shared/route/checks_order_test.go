package route_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stint/shared/domain/people"
	"stint/shared/problem"
)

// A request has every mistake at once. The answer reports the first one in the
// order of docs/interface.md (Order of checks). When it is corrected, the next one
// is reported.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, "")
	tooLong, broken, invalid, fine := strings.Repeat("x", maxBody+1), `{"name"`, `{"name":""}`, `{"name":"n"}`
	h.limiter.err, h.authenticator.err = problem.RateLimited(time.Second), problem.New(problem.CodeUnauthorized)
	h.family.find, h.family.guard = problem.NotFound(), problem.Forbidden(problem.NotProjectMember)
	h.family.work = problem.Conflict(problem.InUse, "taken")
	at := func(workspace, record string) string { return "/api/workspaces/" + workspace + "/things/" + record }
	send := func(method, path, body string, more ...string) string {
		return outcomeOf(h.send(method, path, body, append([]string{"If-Match", `3"`, "Content-Type", "text/plain"},
			more...)...))
	}

	if g := send("DELETE", at("no", "no")+"/more", tooLong); g != "not_found" {
		t.Errorf("unknown route: %s", g)
	}
	if g := send("PUT", at("no", "no"), tooLong); g != "method_not_allowed" {
		t.Errorf("unknown method: %s", g)
	}
	h.want(h.send("DELETE", at("no", "no"), tooLong), "payload_too_large")
	h.want(h.send("DELETE", at("no", "no"), broken, "If-Match", "3"), "rate_limited", "limit")
	h.limiter.err = nil
	h.want(h.send("DELETE", at("no", "no"), broken, "If-Match", "3"), "unauthorized", "limit", "admit")
	h.authenticator.err = nil
	h.want(h.send("DELETE", at("no", "no"), broken, "If-Match", "3"), "not_found", "limit", "admit")
	h.want(h.send("DELETE", at(workspaceID, "no"), broken, "If-Match", "3"), "not_found", "limit", "admit")
	h.want(h.send("DELETE", at(workspaceID, recordID), broken, "If-Match", "3"), "not_found", "limit", "admit")
	h.authenticator.caller = caller(people.RoleAnalyst)
	h.want(h.send("DELETE", at(workspaceID, recordID), broken, "If-Match", "3"), "not_found", "limit", "admit", "find")
	h.family.find = nil
	h.want(h.send("DELETE", at(workspaceID, recordID), broken, "If-Match", "3"), "analyst_read_only", "limit", "admit",
		"find")
	h.authenticator.caller = caller(people.RoleUser)
	h.want(h.send("DELETE", at(workspaceID, recordID), broken, "If-Match", "3"), "role_insufficient", "limit", "admit",
		"find")
	h.authenticator.caller = caller(people.RoleAdmin)
	h.want(h.send("DELETE", at(workspaceID, recordID), broken, "If-Match", "3"), "not_project_member", "limit", "admit",
		"find", "guard")
	h.family.guard = nil
	h.want(h.send("DELETE", at(workspaceID, recordID), broken, "If-Match", "3"), "malformed_request", "limit", "admit",
		"find", "guard")
	all := []string{"limit", "admit", "find", "guard", "work"}
	h.want(h.send("DELETE", at(workspaceID, recordID), broken, "If-Match", `"9"`, "Content-Type", "text/plain"),
		"unsupported_media_type", all...)
	h.want(h.send("DELETE", at(workspaceID, recordID), broken, "If-Match", `"9"`), "malformed_request", all...)
	h.want(h.send("DELETE", at(workspaceID, recordID), invalid, "If-Match", `"9"`), "validation", all...)
	h.want(h.send("DELETE", at(workspaceID, recordID), fine, "If-Match", `"9"`), "conflict", all...)
	h.want(h.send("DELETE", at(workspaceID, recordID), fine, "If-Match", `"3"`), "conflict", all...)
	h.family.work = nil
	h.want(h.send("DELETE", at(workspaceID, recordID), fine, "If-Match", `"3"`), "OK", all...)
}

// An operation that takes its input as an argument runs only if the input is valid.
func TestInputIsReadBeforeTheOperation(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleUser)
	for _, c := range []struct {
		method, path string
		steps        []string
	}{
		{"POST", "/api/things:add", []string{"admit"}},
		{"PUT", "/api/things/" + recordID + "/name", []string{"admit", "find", "guard"}},
	} {
		h.authenticator.caller = caller(people.RoleUser)
		h.want(h.send(c.method, c.path, `{"name"`), "role_insufficient", c.steps[:min(len(c.steps), 2)]...)
		h.authenticator.caller = caller(people.RoleAdmin)
		h.want(h.send(c.method, c.path, `{"name"`), "malformed_request", c.steps...)
		h.want(h.send(c.method, c.path, `{"name":""}`), "validation", c.steps...)
		h.want(h.send(c.method, c.path, `{"name":"n","x":1}`, "Prefer", "handling=strict"), "validation", c.steps...)
		h.want(h.send(c.method, c.path, `{"name":"n"}`), "OK", append(c.steps, "work on n")...)
	}
}

func TestNoActiveWorkspace(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, "")
	h.want(h.send("GET", "/api/things/"+recordID, ""), "workspace_required", "admit")
	h.want(h.send("DELETE", "/api/workspaces/"+workspaceID+"/things/"+recordID, ""), "not_found", "limit", "admit")
}

// Whatever the family fails with that is no problem is a fault of ours, and
// says nothing.
func TestUnknownErrorsAreInternal(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.family.work = errors.New("dynamodb: no such table stint-live")
	w := h.send("GET", "/api/things/"+recordID, "")
	h.want(w, "internal_error", "admit", "find", "guard", "work")
	if strings.Contains(w.Body.String(), "dynamodb") {
		t.Errorf("the cause is in the answer: %s", w.Body)
	}
}

func TestBodyCap(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	body := func(size int) string {
		const frame = `{"name":""}`
		return `{"name":"` + strings.Repeat("n", size-len(frame)) + `"}`
	}
	for size, want := range map[int]string{maxBody - 1: "OK", maxBody: "OK", maxBody + 1: "payload_too_large",
		100 * maxBody: "payload_too_large"} {
		if g := outcomeOf(h.send("POST", "/api/things", body(size))); g != want {
			t.Errorf("%d bytes: %s, want %s", size, g, want)
		}
	}
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.send("GET", "/api/lookup/abc", "", "X-Forwarded-For", "198.51.100.1", "X-Real-Ip", "198.51.100.1")
	h.send("GET", "/api/things/"+recordID, "")
	if len(h.limiter.counted) != 1 || h.limiter.counted[0] != "address.token 192.0.2.7" {
		t.Errorf("counted %q", h.limiter.counted)
	}
	h.limiter.err = problem.RateLimited(7 * time.Second)
	w := h.send("GET", "/api/lookup/abc", "")
	if outcomeOf(w) != "rate_limited" || w.Header().Get("Retry-After") != "7" {
		t.Errorf("%s, Retry-After %q", outcomeOf(w), w.Header().Get("Retry-After"))
	}
}
