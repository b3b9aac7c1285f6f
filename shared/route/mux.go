package route

import (
	"fmt"
	"net/http"
	"path"
	"reflect"
	"sort"
	"strings"
	"unicode/utf8"

	"stint/shared/edge"
	"stint/shared/problem"
)

// Handler binds the routes of a table to the family whose operations they are.
// Every other request gets a problem: method_not_allowed where the path has other
// methods, else not_found. Handler panics when Check finds a mistake in the table,
// and when an operation belongs to another family.
func (s *Server) Handler(family any, specs []Spec) http.Handler {
	if err := Check(specs); err != nil {
		panic(err)
	}
	m := &mux{server: s, family: family, routes: http.NewServeMux(), methods: map[string][]string{}, paths: http.NewServeMux()}
	m.routes.HandleFunc("/", m.serveUnrouted) // the least specific pattern: what no route matches
	for i := range specs {
		spec := &specs[i]
		if want := reflect.TypeOf(family); spec.Op.Family != want {
			panic(fmt.Sprintf("route %s is an operation of %v, not of %v", spec.ID, spec.Op.Family, want))
		}
		m.add(spec)
	}
	return m
}

type mux struct {
	server  *Server
	family  any
	routes  *http.ServeMux      // method and path
	paths   *http.ServeMux      // path alone; asked only when no route matches
	methods map[string][]string // methods by path
}

func (m *mux) add(spec *Spec) {
	m.routes.HandleFunc(spec.Method+" "+spec.Path, func(w http.ResponseWriter, h *http.Request) {
		m.server.serveRoute(w, h, spec, m.family)
	})
	if m.methods[spec.Path] == nil {
		m.paths.HandleFunc(spec.Path, func(w http.ResponseWriter, h *http.Request) {
			m.server.writeError(w, h, m.family, &problem.Error{Code: problem.CodeMethodNotAllowed, Allow: m.methods[spec.Path]})
		})
	}
	m.methods[spec.Path] = append(m.methods[spec.Path], spec.Method)
	sort.Strings(m.methods[spec.Path])
}

// ServeHTTP implements http.Handler.
func (m *mux) ServeHTTP(w http.ResponseWriter, h *http.Request) {
	switch {
	case !isCleanPath(h.URL.Path):
		m.server.writeError(w, h, m.family, problem.NotFound())
	case h.Method == http.MethodHead: // a ServeMux would take it for a GET
		m.serveUnrouted(w, h)
	default:
		m.routes.ServeHTTP(w, h)
	}
}

// serveUnrouted answers a request that no route matches.
func (m *mux) serveUnrouted(w http.ResponseWriter, h *http.Request) {
	edge.RequestInfoFrom(h.Context()).Route = "none"
	if _, pattern := m.paths.Handler(h); pattern != "" {
		m.paths.ServeHTTP(w, h)
		return
	}
	m.server.writeError(w, h, m.family, problem.NotFound())
}

// isCleanPath reports whether a decoded path may name something: it starts with a
// slash, has no empty or dot segments, and is UTF-8 without NUL. A ServeMux would
// redirect other paths, and the store could not use their text.
func isCleanPath(decoded string) bool {
	return strings.HasPrefix(decoded, "/") && path.Clean(decoded) == decoded && utf8.ValidString(decoded) && !strings.Contains(decoded, "\x00")
}
