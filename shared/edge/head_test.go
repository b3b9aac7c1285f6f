package edge_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func inTwoParts(w http.ResponseWriter, _ *http.Request) {
	_, _ = io.WriteString(w, "ab")
	_, _ = io.WriteString(w, "c")
}

// A response to HEAD has the status, the headers and the length of the one to GET, and no body.
func TestHeadHasNoBody(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		status  int
		length  string
	}{
		"a text":       {hello, 200, "5"},
		"two parts":    {inTwoParts, 200, "3"},
		"a redirect":   {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(302) }, 302, "0"},
		"not modified": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(304) }, 304, ""},
		"a panic":      {func(http.ResponseWriter, *http.Request) { panic("no") }, 500, "some"},
	} {
		w := newFixture(nil).send(c.handler, httptest.NewRequest("HEAD", "/", nil))
		length := w.Header().Get("Content-Length")
		if w.Code != c.status || w.Body.Len() > 0 || c.length != "some" && length != c.length ||
			c.length == "some" && strings.Trim(length, "0") == "" {
			t.Errorf("%s: %d, Content-Length %q, %d bytes", name, w.Code, length, w.Body.Len())
		}
		if w.Header().Get("X-Correlation-Id") == "" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: headers %v", name, w.Header())
		}
	}
}
