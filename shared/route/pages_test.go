package route_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// pageFamily is a family that shows people pages, also of what went wrong.
type pageFamily struct{}

type signInput struct {
	Form struct {
		Name string `form:"name" minLength:"1"`
	}
}

type textPage struct {
	status int
	text   string
}

func (s textPage) Respond(w http.ResponseWriter) {
	w.WriteHeader(s.status)
	_, _ = w.Write([]byte(s.text))
}

func (pageFamily) ErrorPage(_ *http.Request, p *problem.Error, _ string) route.Responder {
	return textPage{p.Status(), "sorry: " + string(p.Code)}
}

func (pageFamily) sign(_ context.Context, c *route.Call[signInput]) (textPage, error) {
	in, err := c.ReadValid()
	return textPage{http.StatusOK, "thanks, " + in.Form.Name}, err
}

// redirectFamily is a family that both programs and people come to.
type redirectFamily struct{}

func (redirectFamily) fail(context.Context, *route.Call[route.NoInput]) (textPage, error) {
	return textPage{}, problem.New(problem.CodeExternalOAuthError)
}

// People are sent on to where they can read what went wrong, without what they
// came with; programs get the problem.
func TestBrowsersAreRedirectedToErrorPages(t *testing.T) {
	t.Parallel()
	withFailurePage := route.Spec{
		ID: "inn.arrive", Method: "GET", Path: "/arrive", Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Arrive", Op: route.Op(redirectFamily.fail), FailurePage: "/p/failed",
	}
	withoutFailurePage := withFailurePage
	withoutFailurePage.ID, withoutFailurePage.Path, withoutFailurePage.FailurePage = "inn.back", "/back", ""
	handler := (&route.Server{Now: time.Now, MaxBody: 100, BasePath: "/live"}).Handler(redirectFamily{},
		[]route.Spec{withFailurePage, withoutFailurePage})
	for _, c := range []struct {
		path, accept string
		sent         bool
	}{
		{"/arrive?code=secret", "text/html,application/xhtml+xml;q=0.9", true},
		{"/arrive", "application/json", false}, {"/arrive", "*/*", false}, {"/arrive", "", false},
		{"/back", "text/html", false},
	} {
		r := httptest.NewRequest("GET", c.path, nil)
		r.Header.Set("Accept", c.accept)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if to := w.Header().Get("Location"); c.sent && (w.Code != 302 ||
			to != "/live/p/failed?code=external_oauth_error&id=") {
			t.Errorf("%s for %q: %d to %s", c.path, c.accept, w.Code, to)
		}
		if !c.sent && (w.Code != 400 || !strings.Contains(w.Body.String(), "/errors/external_oauth_error")) {
			t.Errorf("%s for %q: %d %s", c.path, c.accept, w.Code, w.Body)
		}
	}
}

func TestFamilyWithErrorPages(t *testing.T) {
	t.Parallel()
	table := []route.Spec{{
		ID: "desk.sign", Method: "POST", Path: "/p/sign", Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Sign", Op: route.Op(pageFamily.sign),
	}}
	if !table[0].Op.ShowsPages() || route.Op((*Family).create).ShowsPages() {
		t.Error("it is not known which families show pages")
	}
	handler := (&route.Server{Now: time.Now, MaxBody: 100}).Handler(pageFamily{}, table)
	form := "application/x-www-form-urlencoded"
	for _, c := range []struct {
		method, path, contentType, body string
		status                          int
		text                            string
	}{
		{"POST", "/p/sign", form, url.Values{"name": {"Ada & Bob"}}.Encode(), 200, "thanks, Ada & Bob"},
		{"POST", "/p/sign", form, "name=", 422, "sorry: validation"},
		{"POST", "/p/sign", "application/json", `{"name":"Ada"}`, 415, "sorry: unsupported_media_type"},
		{"POST", "/p/sign", form, "name=" + strings.Repeat("x", 100), 413, "sorry: payload_too_large"},
		{"GET", "/p/sign", "", "", 405, "sorry: method_not_allowed"},
		{"GET", "/p/other", "", "", 404, "sorry: not_found"},
		{"GET", "/p//sign", "", "", 404, "sorry: not_found"},
	} {
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.contentType)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != c.status || w.Body.String() != c.text {
			t.Errorf("%s %s: %d %s, want %d %s", c.method, c.path, w.Code, w.Body, c.status, c.text)
		}
	}
}
