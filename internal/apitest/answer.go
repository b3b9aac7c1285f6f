package apitest

import (
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"stint/shared/config"
	"stint/shared/problem"
)

// Answer is the response to a request, with checks that fail the test.
type Answer struct {
	t       testing.TB
	Request Request
	Status  int
	Header  http.Header
	Body    []byte
}

// JSON is the body as a JSON object. The test fails if it is not one.
func (a *Answer) JSON() map[string]any {
	a.t.Helper()
	var object map[string]any
	if err := json.Unmarshal(a.Body, &object); err != nil {
		a.t.Fatalf("%s %s: %d: the body is not a JSON object: %v\n%s", a.Request.Method, a.Request.Path, a.Status, err,
			a.Body)
	}
	return object
}

// OK checks that the status is 200 and returns the JSON object.
func (a *Answer) OK() map[string]any {
	a.t.Helper()
	if a.Status != http.StatusOK {
		a.t.Fatalf("%s %s: %d, want 200\n%s", a.Request.Method, a.Request.Path, a.Status, a.Body)
	}
	if got := a.Header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		a.t.Fatalf("%s %s: content type %q", a.Request.Method, a.Request.Path, got)
	}
	return a.JSON()
}

// Problem checks that the answer is a complete problem with the status and code, and
// returns its JSON object.
func (a *Answer) Problem(status int, code string) map[string]any {
	a.t.Helper()
	if a.Status != status || a.Header.Get("Content-Type") != "application/problem+json" {
		a.t.Fatalf("%s %s: %d %s, want %d problem\n%s", a.Request.Method, a.Request.Path, a.Status,
			a.Header.Get("Content-Type"), status, a.Body)
	}
	object := a.JSON()
	for _, name := range []string{"type", "title", "status", "detail", "correlationId"} {
		if object[name] == nil || object[name] == "" {
			a.t.Errorf("%s %s: problem without %s\n%s", a.Request.Method, a.Request.Path, name, a.Body)
		}
	}
	if object["type"] != BaseURL+"/errors/"+code {
		a.t.Fatalf("%s %s: type %v, want code %s\n%s", a.Request.Method, a.Request.Path, object["type"], code, a.Body)
	}
	if (object["errors"] != nil) != (code == "validation") {
		a.t.Errorf("%s %s: errors belong to validation alone\n%s", a.Request.Method, a.Request.Path, a.Body)
	}
	a.checkReason(object)
	return object
}

// checkReason checks that a problem has a reason exactly when it is 409 or 403, that
// a 409 has a known one, and that the reason of a 403 is its detail.
func (a *Answer) checkReason(object map[string]any) {
	a.t.Helper()
	reason, sent := object["reason"]
	known := func(r problem.ReasonInfo) bool { return string(r.Reason) == reason }
	ok := !sent
	switch a.Status {
	case http.StatusConflict:
		ok = slices.ContainsFunc(problem.Reasons(), known)
	case http.StatusForbidden:
		ok = reason == object["detail"]
	}
	if !ok {
		a.t.Errorf("%s %s: reason %v\n%s", a.Request.Method, a.Request.Path, reason, a.Body)
	}
}

// Conflict checks that the answer is 409 with the reason.
func (a *Answer) Conflict(reason problem.Reason) {
	a.t.Helper()
	if got := a.Problem(http.StatusConflict, "conflict")["reason"]; got != string(reason) {
		a.t.Errorf("%s %s: reason %v, want %s\n%s", a.Request.Method, a.Request.Path, got, reason, a.Body)
	}
}

// Denied checks that the answer is 403 with the detail.
func (a *Answer) Denied(detail string) {
	a.t.Helper()
	if got := a.Problem(http.StatusForbidden, "forbidden")["detail"]; got != detail {
		a.t.Errorf("%s %s: detail %v, want %s", a.Request.Method, a.Request.Path, got, detail)
	}
}

// Invalid checks that the answer is 422 with exactly these errors in this order, each
// in the form "field code".
func (a *Answer) Invalid(want ...string) {
	a.t.Helper()
	object := a.Problem(http.StatusUnprocessableEntity, "validation")
	var got []string
	for _, e := range object["errors"].([]any) {
		field := e.(map[string]any)
		if field["message"] == "" {
			a.t.Errorf("field without a message: %v", field)
		}
		if in := field["in"]; in != "query" && in != "body" && in != "header" {
			a.t.Errorf("field without a place in the request: %v", field)
		}
		got = append(got, field["field"].(string)+" "+field["code"].(string))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		a.t.Errorf("%s %s: fields\n%s\nwant\n%s", a.Request.Method, a.Request.Path, strings.Join(got, "\n"),
			strings.Join(want, "\n"))
	}
}

// Items is the list of the answer, which must be 200.
func (a *Answer) Items() []map[string]any {
	a.t.Helper()
	list, ok := a.OK()["items"].([]any)
	if !ok {
		a.t.Fatalf("%s %s: no items\n%s", a.Request.Method, a.Request.Path, a.Body)
	}
	items := make([]map[string]any, len(list))
	for i, item := range list {
		items[i] = item.(map[string]any)
	}
	return items
}

// ID is the id of the record of the answer, which must be 200.
func (a *Answer) ID() string {
	a.t.Helper()
	id, _ := a.OK()["id"].(string)
	if id == "" {
		a.t.Fatalf("%s %s: no id\n%s", a.Request.Method, a.Request.Path, a.Body)
	}
	return id
}

// Form is a request that posts a form as a browser does. Pairs are names, each
// followed by its value.
func Form(path string, pairs ...string) Request {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return Request{
		Method: "POST", Path: path, Body: values.Encode(),
		Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
	}
}

// Page checks that the answer is an HTML page with the status, and that its policy
// forbids to load or run anything. It returns the HTML.
func (a *Answer) Page(status int) string {
	a.t.Helper()
	if a.Status != status || a.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		a.t.Fatalf("%s %s: %d %s, want a page with %d\n%s", a.Request.Method, a.Request.Path, a.Status,
			a.Header.Get("Content-Type"), status, a.Body)
	}
	policy := a.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "style-src 'sha256-", "form-action 'self'", "base-uri 'none'",
		"frame-ancestors 'none'"} {
		if !strings.Contains(policy, want) {
			a.t.Errorf("%s %s: policy %q lacks %s", a.Request.Method, a.Request.Path, policy, want)
		}
	}
	return string(a.Body)
}

// NewWithServer starts a service behind a real HTTP server, for browsers. It returns
// the server's URL, which is also the public URL in the settings.
func NewWithServer(t testing.TB, options ...Option) (s *Service, address string) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	address = "http://localhost:" + port
	useAddress := func(c *config.Config) { c.PublicURL, c.AppBaseURL = address, address }
	s = New(t, append([]Option{useAddress}, options...)...)
	server.Config.Handler = s.Handler
	server.Start()
	t.Cleanup(server.Close)
	return s, address
}
