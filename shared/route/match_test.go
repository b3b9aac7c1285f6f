package route

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// randomPath is a path of a few short segments.
func randomPath(random *rand.Rand, segments ...string) string {
	var path strings.Builder
	for range 1 + random.IntN(4) {
		path.WriteString("/" + segments[random.IntN(len(segments))])
	}
	return path.String()
}

// newServeMux makes a ServeMux of the patterns; ok is false when it finds a pair of them
// ambiguous.
func newServeMux(patterns []string) (mux *http.ServeMux, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	mux = http.NewServeMux()
	for _, p := range patterns {
		mux.HandleFunc(p, func(http.ResponseWriter, *http.Request) {})
	}
	return mux, true
}

// The route and its parameters are those that http.ServeMux finds, for random tables and
// paths.
func TestRoutesAreThoseOfAServeMux(t *testing.T) {
	t.Parallel()
	random, compared, matched := rand.New(rand.NewPCG(1, 2)), 0, 0
	for range 3_000 {
		var specs []Spec
		var patterns []string
		for range 1 + random.IntN(6) {
			s := Spec{Method: []string{"GET", "POST"}[random.IntN(2)],
				Path: numberParameters(randomPath(random, "a", "b", "a:b", "{}"))}
			specs, patterns = append(specs, s), append(patterns, s.Method+" "+s.Path)
		}
		mux, ok := newServeMux(patterns)
		if !ok {
			continue
		}
		for range 20 {
			compared++
			r := httptest.NewRequest([]string{"GET", "POST", "PUT"}[random.IntN(3)],
				randomPath(random, "a", "b", "a:b", "a%3ab", "%61", "x%2Fy", "a%252F", "é", "+"), nil)
			_, want := mux.Handler(r)
			got, segments := "", splitPath(r.URL)
			if s := findRoute(specs, segments, func(s *Spec) bool { return s.Method == r.Method }); s != nil {
				got = s.Method + " " + s.Path
				matched++
				compareParameters(t, mux, r, s.Path, segments)
			}
			if got != want {
				t.Fatalf("%s %s among %q: %q, want %q", r.Method, r.URL, patterns, got, want)
			}
		}
	}
	if compared < 10_000 || matched < 1_000 {
		t.Errorf("only %d compared and %d matched", compared, matched)
	}
}

// numberParameters names the parameters of a pattern {p1}, {p2} and so on.
func numberParameters(path string) string {
	for _, name := range []string{"{p1}", "{p2}", "{p3}", "{p4}"} {
		path = strings.Replace(path, "{}", name, 1)
	}
	return path
}

// compareParameters compares the parameters with those that a ServeMux gives a request.
func compareParameters(t *testing.T, mux *http.ServeMux, r *http.Request, pattern string, segments []string) {
	t.Helper()
	theirs, ours := r.Clone(r.Context()), r.Clone(r.Context())
	mux.ServeHTTP(httptest.NewRecorder(), theirs)
	setPathValues(ours, pattern, segments)
	for _, name := range []string{"p1", "p2", "p3", "p4"} {
		if got, want := ours.PathValue(name), theirs.PathValue(name); got != want {
			t.Errorf("%s of %s in %s: %q, want %q", name, pattern, r.URL, got, want)
		}
	}
}

// The path / matches itself only, and no path with a segment matches it.
func TestRootMatchesItselfOnly(t *testing.T) {
	t.Parallel()
	specs := []Spec{{Method: "GET", Path: "/"}, {Method: "GET", Path: "/{id}"}}
	for target, want := range map[string]string{"/": "/", "/a": "/{id}", "/a/": "", "//": ""} {
		got := ""
		if s := findRoute(specs, splitPath(httptest.NewRequest("GET", "http://localhost"+target, nil).URL),
			func(*Spec) bool { return true }); s != nil {
			got = s.Path
		}
		if got != want {
			t.Errorf("%s matches %q, want %q", target, got, want)
		}
	}
}
