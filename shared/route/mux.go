package route

import (
	"fmt"
	"net/http"
	"path"
	"reflect"
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
		m.server.writeError(w, h, m.family, problem.NotFound())
		return
	}
	segments := splitPath(h.URL)
	spec := findRoute(m.specs, segments, func(s *Spec) bool { return s.Method == h.Method })
	if spec == nil {
		m.serveUnrouted(w, h, segments)
		return
	}
	setPathValues(h, spec.Path, segments)
	m.server.serveRoute(w, h, spec, m.family)
}

// serveUnrouted answers a request that no route matches.
func (m *mux) serveUnrouted(w http.ResponseWriter, h *http.Request, segments []string) {
	edge.RequestInfoFrom(h.Context()).Route = "none"
	if other := findRoute(m.specs, segments, func(*Spec) bool { return true }); other != nil {
		m.server.writeError(w, h, m.family, &problem.Error{Code: problem.CodeMethodNotAllowed, Allow: methodsOf(m.specs, other.Path)})
		return
	}
	m.server.writeError(w, h, m.family, problem.NotFound())
}

// isCleanPath reports whether a decoded path may name something: it starts with a
// slash, has no empty or dot segments, and is UTF-8 without NUL. The store could not use
// the text of other paths.
func isCleanPath(decoded string) bool {
	return strings.HasPrefix(decoded, "/") && path.Clean(decoded) == decoded && utf8.ValidString(decoded) && !strings.Contains(decoded, "\x00")
}
