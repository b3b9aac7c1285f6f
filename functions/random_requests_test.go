package functions_test

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"sync"
	"testing"

	"stint/functions"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/openapi"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
	"stint/shared/route"
)

// Random requests, half of them well formed, never get 5xx. Every error is a complete
// problem, and every answer is listed in the OpenAPI document.
// STINT_RANDOM_REQUESTS sets their number.
func TestRandomRequestsGetDocumentedAnswers(t *testing.T) {
	t.Parallel()
	const perWorld = 400 // the requests delete records, so a new world is needed after that many
	specs := functions.Routes()
	document := documentOnce()
	bodies, statuses := newBodySchemas(t, document), map[int]int{}
	start, succeeded := readSeed(t), 0
	for done, n := 0, requestCount(t, testkit.Size(1200, 2500)); done < n; done += perWorld {
		// so that RateLimit is sent
		w := newWorld(t, func(c *config.Config) { c.Limits.PerCaller, c.Limits.PerWorkspace = 1_000_000, 1_000_000 })
		d := newGenerator(w, start+uint64(done), "mark", 8)
		for range min(perWorld, n-done) {
			spec := pick(d, specs...)
			if isDestructive(spec) && !d.chance(10) {
				continue
			}
			original := d.request(t, spec)
			sent := d.spoil(original)
			answer := w.Send(sent)
			checkAnswer(t, answer)
			if openapi.IsDocumented(spec) && sent.Method == original.Method && sent.Path == original.Path {
				checkDocumented(t, document, spec, answer)
				checkDocumentedHeaders(t, document, spec, answer)
				bodies.check(t, spec, answer)
			}
			statuses[answer.Status]++
			if answer.Status == 200 && spec.Method != "GET" {
				succeeded++
			}
		}
	}
	t.Logf("answers by status: %v", statuses)
	if succeeded < 50 {
		t.Errorf("only %d writes succeeded: too many requests are invalid", succeeded)
	}
}

// isDestructive reports whether a route makes most later requests fail.
func isDestructive(spec route.Spec) bool {
	switch spec.ID {
	case "account.delete", "workspaces.delete", "workspaces.leave", "workspaces.transfer", "account.logout",
		"account.end_session", "members.remove", "members.sign_out", "api_keys.revoke", "api_keys.revoke_any",
		"apps.revoke", "apps.revoke_any", "oauth_clients.delete":
		return true
	}
	return false
}

// spoil breaks one part of a request, in half of the cases.
func (d *generator) spoil(r apitest.Request) apitest.Request {
	headers := map[string]string{}
	for name, value := range r.Header {
		headers[name] = value
	}
	r.Header = headers
	switch d.IntN(20) {
	case 0:
		r.Method = pick(d, "GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "get", "PROPFIND")
	case 1:
		r.Path = pick(d, "/", r.Path+"/", "/api"+r.Path, strings.Replace(r.Path, "/api/", "/api//", 1),
			strings.Replace(r.Path, "/api/", "/api/%2e%2e/", 1), r.Path+"%00", strings.ToUpper(r.Path))
	case 2:
		r.Bearer = pick(d, "", "x", "a.b.c", d.w.key, d.w.analyst.Token, strings.Repeat(".", 5000), r.Bearer+"=")
	case 3:
		r.Body = pick(d, "", "{", "[]", "null", `{"a":1,"a":2}`, "\xff", `{"zz":`+strings.Repeat("[", 40),
			strings.Repeat("9", 2000), `"x"`)
	case 4:
		headers["Content-Type"] = pick(d, "text/plain", "application/merge-patch+json", "application/json; charset=latin-1",
			"multipart/form-data", "\"")
	case 5:
		headers["If-Match"] = pick(d, "*", `"1"`, `"2"`, `W/"1"`, "1", `"1", "2"`, `""`)
	case 6:
		headers["Idempotency-Key"] = pick(d, "key", "key 1", "ключ", strings.Repeat("k", 201), "")
	case 7:
		headers["Origin"] = pick(d, "null", "https://evil.example", apitest.BaseURL)
		r.Cookies = append(r.Cookies, d.w.owner.RefreshCookie)
	case 8:
		headers["X-Correlation-Id"] = pick(d, "chosen-1", "two words", strings.Repeat("c", 129), "a\tb")
	case 9:
		headers["Prefer"] = pick(d, "handling=strict", "handling=lenient", "handling", "=")
	case 10:
		if body, ok := r.Body.(object); ok {
			r.Body = withUnknown(body)
			headers["Prefer"] = pick(d, "", "handling=strict")
		}
	case 11:
		headers["Accept"] = pick(d, "text/html", "*/*", "application/xml")
	}
	return r
}

// withUnknown is a body with a property that no route knows.
func withUnknown(body object) object {
	all := maps.Clone(body)
	all["unknown"] = 1
	return all
}

// checkAnswer checks the rules for every answer of the service.
func checkAnswer(t *testing.T, a *apitest.Answer) {
	t.Helper()
	checkNoFault(t, a)
	id := a.Header.Get("X-Correlation-Id")
	if id == "" || a.Header.Get("Cache-Control") != cachingOf(a) {
		t.Errorf("%s %s: headers %v", a.Request.Method, a.Request.Path, a.Header)
	}
	if a.Header.Get("Content-Type") != httpproblem.ContentType || a.Request.Method == "HEAD" {
		return
	}
	var body struct {
		Type, Title, Detail, CorrelationID string
		Status                             int
		Errors                             []struct{ Field, Code, Message string }
	}
	if err := json.Unmarshal(a.Body, &body); err != nil {
		t.Errorf("%s %s: %v\n%s", a.Request.Method, a.Request.Path, err, a.Body)
	}
	if body.Status != a.Status || body.CorrelationID != id || body.Title == "" || body.Detail == "" ||
		(len(body.Errors) > 0) != (a.Status == 422) {
		t.Errorf("%s %s %v: incomplete problem\n%s", a.Request.Method, a.Request.Path, a.Request.Body, a.Body)
	}
	for _, issue := range body.Errors {
		checkIssue(t, a, issue.Field, issue.Code, issue.Message)
	}
}

// documentOnce returns the OpenAPI document without its texts, which is made once for all tests.
var documentOnce = sync.OnceValue(func() *openapi.Document {
	return openapi.Build(functions.Routes(), openapi.Options{Title: "Stint", Version: "test"})
})

// checkDocumented checks that the document lists the answer of the route, if it has the
// route.
func checkDocumented(t *testing.T, d *openapi.Document, spec route.Spec, a *apitest.Answer) {
	t.Helper()
	if !openapi.IsDocumented(spec) {
		return
	}
	item, _ := d.Paths.Get(spec.Path)
	operation, ok := item.Get(strings.ToLower(spec.Method))
	if !ok {
		t.Fatalf("%s is not in the document", spec.ID)
	}
	response, listed := operation.Responses.Get(strconv.Itoa(a.Status))
	if !listed {
		t.Errorf("%s: %d is not documented\n%s %v\n%s", spec.ID, a.Status, a.Request.Path, a.Request.Body, a.Body)
		return
	}
	if a.Header.Get("Content-Type") != httpproblem.ContentType {
		return
	}
	var body struct{ Type string }
	_ = json.Unmarshal(a.Body, &body) // checkAnswer reports an error
	code := problem.Code(body.Type[strings.LastIndex(body.Type, "/")+1:])
	if !openapi.MayAnswer(response, code) {
		t.Errorf("%s: %d %s is not documented\n%s %v", spec.ID, a.Status, code, a.Request.Path, a.Request.Body)
	}
}
