package functions_test

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"stint/functions"
	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/route"
)

// A HEAD is answered like the GET: with the same status and headers, the length of its body, and no body.
func TestHeadAnswersAsGet(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *config.Config) { c.AttemptsPerNetwork, c.AttemptsPerAccount = 1000, 1000 })
	for _, b := range budgets {
		spec := routeOf(b.route)
		if spec.Method != http.MethodGet || spec.NoHead {
			continue
		}
		t.Run(b.route+" "+b.when, func(t *testing.T) {
			request := b.request(w)
			wantHeadAsGet(t, w.Service, request)
			request.Bearer = "nobody"
			wantHeadAsGet(t, w.Service, request)
		})
	}
}

// The routes that read nothing answer HEAD, too.
func TestHeadOfDocuments(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, path := range []string{"/", "/api/health", "/api/docs", "/api/openapi.json", "/errors/conflict",
		"/errors/nothing", "/.well-known/jwks.json", "/.well-known/oauth-authorization-server", "/p/signed-in", "/nothing"} {
		wantHeadAsGet(t, api, apitest.Request{Path: path})
		wantHeadAsGet(t, api, apitest.Request{Path: path, Header: map[string]string{"Accept": "text/html",
			"Accept-Encoding": "gzip", "If-None-Match": "*"}})
	}
}

// wantHeadAsGet sends a request with both methods.
func wantHeadAsGet(t *testing.T, api *apitest.Service, r apitest.Request) {
	t.Helper()
	r.Method = http.MethodGet
	get := api.Send(r)
	r.Method = http.MethodHead
	head := api.Send(r)
	if get.Status != head.Status || len(head.Body) > 0 {
		t.Errorf("GET %d, HEAD %d with %d bytes", get.Status, head.Status, len(head.Body))
	}
	if length := head.Header.Get("Content-Length"); length != lengthOf(get) {
		t.Errorf("Content-Length %s, the body of GET has %s", length, lengthOf(get))
	}
	for _, own := range []string{"X-Correlation-Id", "Ratelimit", "Content-Length"} {
		delete(get.Header, own)
		delete(head.Header, own)
	}
	if !maps.EqualFunc(get.Header, head.Header, slices.Equal) {
		t.Errorf("GET %v\nHEAD %v", get.Header, head.Header)
	}
}

// lengthOf is the Content-Length that a HEAD should have.
func lengthOf(get *apitest.Answer) string {
	if get.Status == http.StatusNotModified {
		return ""
	}
	return strconv.Itoa(len(get.Body))
}

// routeOf is the route with an id.
func routeOf(id string) route.Spec {
	all := functions.Routes()
	return all[slices.IndexFunc(all, func(s route.Spec) bool { return s.ID == id })]
}

// pathAnswersHead reports whether a route of the path answers HEAD.
func pathAnswersHead(path string) bool {
	return slices.ContainsFunc(functions.Routes(), func(s route.Spec) bool {
		return s.Path == path && s.Method == http.MethodGet && !s.NoHead
	})
}

// Opening a link that works once, or begins a flow, is for GET alone.
func TestHeadUsesNothingUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, b := range budgets {
		if spec := routeOf(b.route); spec.NoHead {
			request := b.request(w)
			request.Method = http.MethodHead
			w.Probe.Reset()
			if head := w.Send(request); head.Status != 405 || head.Header.Get("Allow") != http.MethodGet {
				t.Errorf("%s: %d %v", b.route, head.Status, head.Header)
			}
			if counts := w.Probe.Snapshot(); formatCalls(counts) != "" {
				t.Errorf("%s: %s", b.route, formatCalls(counts))
			}
			request.Method = http.MethodGet
			if get := w.Send(request); get.Status >= 400 {
				t.Errorf("%s: GET %d %s", b.route, get.Status, get.Body)
			}
		}
	}
}
