package functions_test

import (
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/internal/apitest"
	"stint/shared/auth"
	"stint/shared/config"
	"stint/shared/route"
)

// brokenBodies are malformed bodies with the answer that every route gives to them.
var brokenBodies = []struct {
	name, body string
	status     int
	code       string
}{
	{"half an object", `{"name":`, 400, "malformed_request"},
	{"two documents", `{} {}`, 400, "malformed_request"},
	{"a key twice", `{"zz":1,"zz":2}`, 400, "malformed_request"},
	{"bad UTF-8", "{\"zz\":\"\xff\"}", 400, "malformed_request"},
	{"a lone surrogate", `{"zz":"\ud800"}`, 400, "malformed_request"},
	{"33 levels", strings.Repeat(`{"zz":`, 33) + "1" + strings.Repeat("}", 33), 400, "malformed_request"},
	{"a byte order mark", "\ufeff{}", 400, "malformed_request"},
	{"a list", `[]`, 422, "validation"},
	{"null", `null`, 422, "validation"},
	{"a text", `"x"`, 422, "validation"},
}

// Spec.ReadsBody decides by the method, so the inputs must fit: no GET takes a body, and
// no route with AnyBody has one that it reads.
func TestInputsFitTheMethods(t *testing.T) {
	t.Parallel()
	for _, spec := range functions.Routes() {
		_, hasBody := spec.Op.In.FieldByName("Body")
		_, hasForm := spec.Op.In.FieldByName("Form")
		if (hasBody || hasForm) && !spec.ReadsBody() {
			t.Errorf("%s %s declares a body that is not read", spec.Method, spec.Path)
		}
	}
}

func TestEveryBodyIsReadStrictly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	readsBody := func(spec route.Spec) bool { return takesBody(spec) && !slices.Contains(withoutRecord, spec.ID) }
	eachRoute(t, readsBody, func(t *testing.T, spec route.Spec) {
		for _, b := range brokenBodies {
			w.send(t, spec, b.body, nil).Problem(b.status, b.code)
		}
		w.send(t, spec, `{}`, map[string]string{"Content-Type": "text/plain"}).Problem(415, "unsupported_media_type")
		w.send(t, spec, `{}`, map[string]string{"Content-Encoding": "gzip"}).Problem(415, "unsupported_media_type")
	})
}

// A body of the maximum size is read. One byte more is refused before anything else,
// even the credential.
func TestEveryBodySizeIsLimited(t *testing.T) {
	const limit = 2 << 10
	w, document := newWorld(t, func(c *config.Config) { c.MaxBody = limit }), documentOnce()
	eachRoute(t, func(spec route.Spec) bool { return spec.Method != "GET" }, func(t *testing.T, spec route.Spec) {
		body := func(size int) string { return `{"zz":"` + strings.Repeat("x", size-len(`{"zz":""}`)) + `"}` }
		if fits := w.send(t, spec, body(limit), nil); fits.Status == 413 {
			t.Errorf("a body of the maximum size is refused")
		}
		over := w.Send(apitest.Request{Method: spec.Method, Path: w.pathOf(t, spec, nil), Body: body(limit + 1)})
		wantRefused(over, spec, 413, "payload_too_large")
		checkDocumented(t, document, spec, over)
	})
}

// Every form needs the media type of forms, and errors are shown on a page.
func TestEveryFormNeedsItsMediaType(t *testing.T) {
	w := newWorld(t)
	eachRoute(t, takesForm, func(t *testing.T, spec route.Spec) {
		form := apitest.Form(w.pathOf(t, spec, nil), "zz", "1")
		w.Send(form).Page(422)
		for _, other := range []map[string]string{
			{"Content-Type": "application/json"}, {"Content-Type": "text/plain"},
			{"Content-Type": "multipart/form-data; boundary=x"},
			{"Content-Type": form.Header["Content-Type"], "Content-Encoding": "gzip"},
		} {
			form.Header = other
			if spec.ID == "pages.mute" && strings.HasPrefix(other["Content-Type"], "multipart/") {
				w.Send(form).Page(422) // mail programs send it in parts, and this body has none
				continue
			}
			w.Send(form).Page(415)
		}
	})
}

// No input causes a 5xx, and every error is a problem or a page.
func TestNoInputCausesAServerError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hostile := []string{
		`{"name":null,"email":null,"startedAt":null,"projectId":null}`,
		`{"name":1,"email":{},"startedAt":[],"projectId":true,"items":7,"tagIds":"x","description":0}`,
		`{"items":[{},{"id":1},null,[]],"tagIds":[null,1,"x"]}`,
		`{"name":"\u0000","description":"\u0000","email":"\u0000@x.de"}`,
		`{"startedAt":"9999-12-31T23:59:59Z","stoppedAt":"0000-01-01T00:00:00Z"}`,
		`{"startedAt":"2026-01-01T00:00:00+99:99","hourlyRate":99999999999999999999}`,
		`{"hourlyRate":1.5,"limit":1e400,"isArchived":"yes","version":-1}`,
		`{"email":"` + strings.Repeat("a", 3000) + `@example.com","name":"` + strings.Repeat("é", 9000) + `"}`,
		`{"name":"' OR 1=1 --","description":"${jndi:ldap://x}","displayName":"<script>"}`,
	}
	queries := []string{"", "?limit=0", "?limit=-1", "?limit=2147483648", "?limit=a", "?limit=1&limit=2", "?cursor=AAAA",
		"?cursor=%ff", "?from=yesterday", "?%zz", "?search=" + strings.Repeat("x", 5000)}
	headers := []map[string]string{nil, {"If-Match": `"1`}, {"If-Match": "*"}, {"Idempotency-Key": "a b"},
		{"Accept": "text/html"}, {"Origin": "null"}}
	for _, spec := range harmlessFirst(functions.Routes()) {
		hostile, queries := hostile, queries
		if !spec.ReadsBody() {
			hostile = hostile[:2]
		}
		if strings.HasSuffix(spec.ID, route.TwinSuffix) { // it reads its input as its route does
			hostile, queries = hostile[:2], queries[len(queries)-2:]
		}
		for i, body := range hostile {
			path := w.pathOf(t, spec, nil) + queries[i%len(queries)]
			checkNoFault(t, w.send(t, spec, body, headers[i%len(headers)]))
			checkNoFault(t, w.As(w.bearerFor(spec)).Do(spec.Method, path, body))
		}
		for _, query := range queries {
			checkNoFault(t, w.As(w.bearerFor(spec)).Do(spec.Method, w.pathOf(t, spec, nil)+query, nil))
		}
	}
}

// harmlessFirst orders routes so that those that delete records come last: reads,
// routes with a body, actions, deletes, and then the deletion of the workspace.
func harmlessFirst(specs []route.Spec) []route.Spec {
	rank := func(s route.Spec) int {
		switch {
		case s.Method == "GET":
			return 0
		case s.Method == "DELETE" && s.Path == "/api/workspaces/{workspaceId}":
			return 5
		case s.Permission == auth.OwnAccount || s.Permission == auth.LeaveWorkspace || s.Credential == auth.Public:
			return 4
		case s.Method == "DELETE":
			return 3
		case takesBody(s):
			return 1
		default:
			return 2
		}
	}
	slices.SortStableFunc(specs, func(a, b route.Spec) int { return rank(a) - rank(b) })
	return specs
}

func checkNoFault(t *testing.T, a *apitest.Answer) {
	t.Helper()
	if a.Status >= 500 {
		t.Errorf("%s %s %v: %d\n%s", a.Request.Method, a.Request.Path, a.Request.Body, a.Status, a.Body)
	}
	html := strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") && strings.HasPrefix(a.Request.Path, "/p/")
	path, _, _ := strings.Cut(a.Request.Path, "?")
	own := strings.HasPrefix(path, "/oauth/") || strings.HasPrefix(path, "/.well-known/oauth-") // errors of OAuth
	if a.Status >= 400 && !html && !own && a.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%s %s: %d with content type %q", a.Request.Method, a.Request.Path, a.Status, a.Header.Get("Content-Type"))
	}
}

// send sends a body to a route with a valid credential.
func (w *world) send(t *testing.T, spec route.Spec, body string, header map[string]string) *apitest.Answer {
	t.Helper()
	return w.Send(apitest.Request{Method: spec.Method, Path: w.pathOf(t, spec, nil), Bearer: w.bearerFor(spec), Body: body,
		Header: header})
}
