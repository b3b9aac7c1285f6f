package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"stint/internal/testkit"
)

func TestProfilesAreOnlyForThisMachine(t *testing.T) {
	t.Parallel()
	h := withProfiles(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	for _, c := range []struct {
		from, host, path string
		want             int
	}{
		{"127.0.0.1:40000", "localhost:8080", "/_local/pprof/", http.StatusOK},
		{"127.0.0.1:40000", "127.0.0.1:8080", "/_local/pprof/heap", http.StatusOK},
		{"[::1]:40000", "[::1]:8080", "/_local/pprof/goroutine?debug=1", http.StatusOK},
		{"[::ffff:127.0.0.1]:40000", "localhost", "/_local/pprof/cmdline", http.StatusOK},
		{"127.0.0.1:40000", "localhost:8080", "/_local/pprof/none", http.StatusNotFound},
		{"127.0.0.1:40000", "localhost:8080", "/debug/pprof/", http.StatusTeapot},
		{"127.0.0.1:40000", "localhost:8080", "/_local/pprof", http.StatusTeapot},
		{"127.0.0.1:40000", "localhost:8080", "/", http.StatusTeapot},
		{"192.0.2.7:40000", "localhost:8080", "/_local/pprof/heap", http.StatusTeapot},
		{"127.0.0.1:40000", "stint.example", "/_local/pprof/heap", http.StatusTeapot},
		{"127.0.0.1:40000", "localhost.stint.example:8080", "/_local/pprof/heap", http.StatusTeapot},
		{"127.0.0.1:40000", "", "/_local/pprof/heap", http.StatusTeapot},
		{"", "localhost:8080", "/_local/pprof/heap", http.StatusTeapot},
	} {
		r := httptest.NewRequest("GET", c.path, nil)
		r.RemoteAddr, r.Host = c.from, c.host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s from %q for %q: %d, want %d", c.path, c.from, c.host, w.Code, c.want)
		}
	}
}

func TestProfilesAreOffByDefault(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]int{"LOG=": http.StatusNotFound, "LOG=debug": http.StatusOK,
		"PPROF=1": http.StatusOK} {
		s := start(t, setting, "STINT_DATA=:memory:", fmt.Sprint("PORT=", testkit.FreePort(t)))
		answer, err := http.Get(s.url + "/_local/pprof/heap")
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != want {
			t.Errorf("%s: the profile answers %d, want %d", setting, answer.StatusCode, want)
		}
		s.stop()
	}
}
