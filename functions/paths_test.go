package functions_test

import (
	"net/http"
	"strings"
	"testing"

	"stint/shared/route"
)

// A path that is similar to that of a route gets 404 from the service: no redirect,
// no page of a framework and not the answer of the route.
func TestUnknownPathsAreNotFound(t *testing.T) {
	w := newWorld(t)
	hasSegments := func(spec route.Spec) bool { return spec.Path != "/" } // what is almost / is / itself, or has segments
	eachRoute(t, hasSegments, func(t *testing.T, spec route.Spec) {
		path := w.pathOf(t, spec, nil)
		first := path[:1+strings.Index(path[1:]+"/", "/")] // such as /api
		rest := path[len(first):]
		for _, almost := range []string{
			path + "/", "/" + path, first + "/" + rest, first + "/." + rest, first + "/x/.." + rest,
			first + "/%2e%2e" + first + rest, first + "%2f" + strings.TrimPrefix(rest, "/"), strings.ToUpper(first) + rest,
			path + "%00", path + "%20", path + "%0d%0aX-Evil:1", path + ";x=1", "/dev" + path, path + "/%ff",
		} {
			answer := w.As(w.bearerFor(spec)).Do(spec.Method, almost, nil)
			if hasTextParameter(spec) && answer.Status < 500 && answer.Status != 301 { // the path ends in a text parameter
				continue
			}
			if html := strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html"); html && answer.Status == 404 {
				continue // the service's own error page
			}
			if answer.Status == 405 { // it is the path of another route, with an id
				answer.Problem(405, "method_not_allowed")
				continue
			}
			answer.Problem(404, "not_found")
		}
	})
}

// hasTextParameter reports whether a path ends in a parameter that is not an id.
func hasTextParameter(spec route.Spec) bool {
	names := spec.Params()
	return len(names) > 0 && strings.HasSuffix(spec.Path, "}") && !route.IsIDParam(names[len(names)-1])
}

// OPTIONS gets 405 from the service, like other methods without a route, and so does HEAD where there is no GET.
func TestHeadWithoutGetAndOptionsAreUnknown(t *testing.T) {
	w := newWorld(t)
	eachRoute(t, func(route.Spec) bool { return true }, func(t *testing.T, spec route.Spec) {
		methods := []string{http.MethodOptions}
		if !pathAnswersHead(spec.Path) {
			methods = append(methods, http.MethodHead)
		}
		for _, method := range methods {
			answer := w.As(w.bearerFor(spec)).Do(method, w.pathOf(t, spec, nil), nil)
			allow := answer.Header.Get("Allow")
			if answer.Status != 405 || !strings.Contains(allow, spec.Method) ||
				strings.Contains(allow, "HEAD") != pathAnswersHead(spec.Path) {
				t.Errorf("%s: %d, Allow %q", method, answer.Status, allow)
			}
		}
	})
}

// A colon in a path may be percent-encoded.
func TestColonsMayBeEncoded(t *testing.T) {
	w := newWorld(t)
	for _, path := range []string{"/api/entries:bulk", "/api/entries%3Abulk", "/api/entries%3abulk"} {
		w.owner.Post(path, object{}).Invalid("items required")
	}
}
