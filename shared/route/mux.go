package route

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"stint/shared/edge"
	"stint/shared/problem"
)

// Handler binds the routes of a table to the family whose operations they are.
// Every other request gets a problem: method_not_allowed where the path has other
// methods, else not_found. Handler panics when it finds a mistake in the table, and when an
// operation belongs to another family. It does not read the input types as Check does: that
// would take long at each start, and a test does it for all tables.
func (s *Server) Handler(family any, specs []Spec) http.Handler {
	if err := checkTable(specs); err != nil {
		panic(err)
	}
	for i := range specs {
		if want := reflect.TypeOf(family); specs[i].Op.Family != want {
			panic(fmt.Sprintf("route %s is an operation of %v, not of %v", specs[i].ID, specs[i].Op.Family, want))
		}
	}
	return &mux{server: s, family: family, specs: specs}
}

type mux struct {
	server *Server
	family any
	specs  []Spec
}

// ServeHTTP implements http.Handler.
func (m *mux) ServeHTTP(w http.ResponseWriter, h *http.Request) {
	if !isCleanPath(h.URL.Path) {
		m.writeNotFound(w, h)
		return
	}
	segments := splitPath(h.URL)
	spec := findRoute(m.specs, segments, func(s *Spec) bool { return s.answers(h.Method) })
	if spec == nil {
		m.serveUnrouted(w, h, segments)
		return
	}
	if h.Method != spec.Method {
		h = asMethod(h, spec.Method)
	}
	setPathValues(h, spec.Path, segments)
	m.server.serveRoute(w, h, spec, m.family)
}

// asMethod is the request with another method. The log of the edge keeps the one that was sent.
func asMethod(h *http.Request, method string) *http.Request {
	h = h.WithContext(h.Context())
	h.Method = method
	return h
}

// serveUnrouted answers a request that no route matches.
func (m *mux) serveUnrouted(w http.ResponseWriter, h *http.Request, segments []string) {
	edge.RequestInfoFrom(h.Context()).Route = "none"
	if other := findRoute(m.specs, segments, func(*Spec) bool { return true }); other != nil {
		m.server.writeError(w, h, m.family, &problem.Error{Code: problem.CodeMethodNotAllowed,
			Allow: methodsOf(m.specs, other.Path)})
		return
	}
	m.writeNotFound(w, h)
}

// writeNotFound answers a request that no route matches with a problem, or with a page where a person expects one.
func (m *mux) writeNotFound(w http.ResponseWriter, h *http.Request) {
	err := problem.NotFound()
	if fallback, ok := m.family.(Fallback); ok {
		if missing := fallback.MissingPage(h); missing != nil {
			edge.RequestInfoFrom(h.Context()).Err = err
			missing.Respond(w)
			return
		}
	}
	m.server.writeError(w, h, m.family, err)
}

// isCleanPath reports whether a decoded path may name something: it starts with a
// slash, has no empty or dot segments, and is UTF-8 without NUL. The store could not use
// the text of other paths.
func isCleanPath(decoded string) bool {
	return strings.HasPrefix(decoded, "/") && path.Clean(decoded) == decoded && utf8.ValidString(decoded) &&
		!strings.Contains(decoded, "\x00")
}

// splitPath returns the segments of a request's path, decoded one by one, so that a %2F is
// part of its segment.
func splitPath(u *url.URL) []string {
	segments := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	for i, s := range segments {
		if decoded, err := url.PathUnescape(s); err == nil {
			segments[i] = decoded
		}
	}
	return segments
}

// findRoute finds the route for a path among those with a property: the one whose path has
// the most literal segments from the left, as http.ServeMux would choose. It compares the
// paths one by one. A family has few routes, and an index of them would cost each start of
// a function more than it saves.
func findRoute(specs []Spec, segments []string, has func(*Spec) bool) *Spec {
	var found *Spec
	for i := range specs {
		s := &specs[i]
		if has(s) && matchesPath(s.Path, segments) && (found == nil || isMoreSpecific(s.Path, found.Path)) {
			found = s
		}
	}
	return found
}

// matchesPath reports whether a path has the literal segments of a pattern, and one that is
// not empty for each parameter. The path / has one empty segment.
func matchesPath(pattern string, segments []string) bool {
	if strings.Count(pattern, "/") != len(segments) {
		return false
	}
	i := 0
	for want := range strings.SplitSeq(pattern[1:], "/") {
		if want != segments[i] && !isParameter(want) || isParameter(want) && segments[i] == "" {
			return false
		}
		i++
	}
	return true
}

func isParameter(segment string) bool { return strings.HasPrefix(segment, "{") }

// isMoreSpecific reports whether a has a literal segment where b first has a parameter.
// Both match the same path.
func isMoreSpecific(a, b string) bool {
	others := strings.Split(b, "/")
	for i, s := range strings.Split(a, "/") {
		if isParameter(s) != isParameter(others[i]) {
			return isParameter(others[i])
		}
	}
	return false
}

// setPathValues gives a request the parameters of its path.
func setPathValues(r *http.Request, pattern string, segments []string) {
	for i, s := range strings.Split(pattern[1:], "/") {
		if isParameter(s) {
			r.SetPathValue(strings.Trim(s, "{}"), segments[i])
		}
	}
}

// methodsOf are the methods of a path, sorted.
func methodsOf(specs []Spec, path string) []string {
	var all []string
	for i := range specs {
		if specs[i].Path == path {
			all = append(all, specs[i].methods()...)
		}
	}
	slices.Sort(all)
	return all
}
