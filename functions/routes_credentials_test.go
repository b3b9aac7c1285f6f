package functions_test

import (
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/internal/apitest"
	"stint/shared/auth"
	"stint/shared/route"
)

// Every private route refuses other kinds of credentials, before it looks at the path
// or the body.
func TestEveryRouteRefusesOtherCredentials(t *testing.T) {
	w := newWorld(t)
	eachRoute(t, needsCredential, func(t *testing.T, spec route.Spec) {
		other := w.key
		if spec.Credential == auth.APIKey {
			other = w.owner.Token
		}
		credentials := map[string]string{
			"none": "", "the other kind": other, "a broken one": w.bearerFor(spec) + "x",
			"no token at all": "....", "another scheme's": "Basic b2xnYTpwYXNz",
		}
		for name, credential := range credentials {
			answer := w.As(credential).Do(spec.Method, w.pathOf(t, spec, nil), "{broken")
			answer.Problem(401, "unauthorized")
			want, metadata := "Bearer", spec.Metadata
			if metadata == "" && spec.Credential == auth.APIKey {
				metadata = route.ResourceMetadataPath
			}
			if metadata != "" {
				want = `Bearer resource_metadata="` + apitest.BaseURL + metadata + `"`
			}
			if metadata != "" && credential != "" {
				want = strings.Replace(want, " ", ` error="invalid_token", `, 1)
			}
			if got := answer.Header.Get("WWW-Authenticate"); got != want {
				t.Errorf("%s: WWW-Authenticate %q, want %s", name, got, want)
			}
		}
	})
}

// Every answer has the common headers.
func TestEveryRouteSendsTheHeaders(t *testing.T) {
	w := newWorld(t)
	eachRoute(t, func(route.Spec) bool { return true }, func(t *testing.T, spec route.Spec) {
		answer := w.As(w.bearerFor(spec)).With("X-Correlation-Id", "walk.1").Do(spec.Method, w.pathOf(t, spec, nil),
			"{broken")
		want := map[string]string{
			"X-Correlation-Id": "walk.1", "Cache-Control": cachingOf(answer),
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		}
		if showsOwnPage(spec) {
			want["Referrer-Policy"] = "same-origin"
		}
		for name, value := range want {
			if got := answer.Header.Get(name); got != value {
				t.Errorf("%s: %q, want %q", name, got, value)
			}
		}
		if answer.Status >= 500 {
			t.Errorf("status %d\n%s", answer.Status, answer.Body)
		}
	})
}

// cachingOf is the Cache-Control that an answer should have: only public documents and calendar feeds
// may be kept.
func cachingOf(a *apitest.Answer) string {
	for _, public := range []string{"/api/openapi.json", "/api/docs", "/errors/", "/llms.txt"} {
		if strings.HasPrefix(a.Request.Path, public) && a.Status < 400 {
			return "public, max-age=300"
		}
	}
	if strings.HasPrefix(a.Request.Path, "/feeds/") && a.Status < 400 {
		return "private, max-age=900"
	}
	return "no-store"
}

// unusedMethod is a method that no route of a path has.
func unusedMethod(t *testing.T, path string) string {
	t.Helper()
	all := []string{"PUT", "DELETE", "PATCH", "POST", "GET"}
	at := slices.IndexFunc(all, func(method string) bool {
		return !slices.ContainsFunc(functions.Routes(),
			func(s route.Spec) bool { return s.Path == path && s.Method == method })
	})
	if at < 0 {
		t.Fatalf("%s has every method", path)
	}
	return all[at]
}

// A method without a route gets 405 with the allowed methods, even without a
// credential.
func TestEveryPathKnowsItsMethods(t *testing.T) {
	w := newWorld(t)
	eachRoute(t, func(route.Spec) bool { return true }, func(t *testing.T, spec route.Spec) {
		answer := w.Send(apitest.Request{Method: unusedMethod(t, spec.Path), Path: w.pathOf(t, spec, nil)})
		wantRefused(answer, spec, 405, "method_not_allowed")
		if answer.Header.Get("Allow") == "" {
			t.Error("no Allow header")
		}
	})
}
