package route

import (
	"fmt"
	"net/http"
	"path"
	"reflect"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"stint/shared/auth"
	"stint/shared/edge"
	"stint/shared/problem"
	"stint/shared/wire"
)

// Handler binds the routes of a table to the family that they are operations
// of. Everything else is a problem: not_found, or method_not_allowed where the
// path is known. It panics on a table that Check finds fault with.
func (s *Server) Handler(family any, specs []Spec) http.Handler {
	if err := Check(specs); err != nil {
		panic(err)
	}
	m := &mux{server: s, family: family, routes: http.NewServeMux(), methods: map[string][]string{}, paths: http.NewServeMux()}
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
	paths   *http.ServeMux      // path alone, to tell 405 from 404
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

func (m *mux) ServeHTTP(w http.ResponseWriter, h *http.Request) {
	if !isCleanPath(h.URL.Path) {
		m.server.writeError(w, h, m.family, problem.NotFound())
		return
	}
	if h.Method != http.MethodHead {
		if _, pattern := m.routes.Handler(h); pattern != "" {
			m.routes.ServeHTTP(w, h)
			return
		}
	}
	edge.RequestInfoFrom(h.Context()).Route = "none"
	if _, pattern := m.paths.Handler(h); pattern != "" {
		m.paths.ServeHTTP(w, h)
		return
	}
	m.server.writeError(w, h, m.family, problem.NotFound())
}

// isCleanPath reports whether a decoded path can name anything: it is clean, and
// text. What is not would come back as a redirect of the framework, or fail
// where it is shown or stored.
func isCleanPath(decoded string) bool {
	return decoded != "" && path.Clean(decoded) == decoded && utf8.ValidString(decoded) && !strings.Contains(decoded, "\x00")
}

// Check finds what is wrong with a table before anything is served: a route
// without a permission or an id, an id given twice, a path id that nothing
// looks up, a type that cannot be read.
func Check(specs []Spec) error {
	seen := map[string]bool{}
	for _, spec := range specs {
		where := spec.Method + " " + spec.Path
		if err := spec.check(); err != nil {
			return fmt.Errorf("route %s: %w", where, err)
		}
		for _, name := range []string{spec.ID, where} {
			if seen[name] {
				return fmt.Errorf("route %s is declared twice", name)
			}
			seen[name] = true
		}
	}
	return nil
}

func (s Spec) check() error {
	rule, known := auth.RuleOf(s.Permission)
	switch {
	case s.ID == "" || s.Summary == "":
		return fmt.Errorf("it has no id or no summary")
	case !known:
		return fmt.Errorf("it has no permission")
	case !slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, s.Method):
		return fmt.Errorf("unknown method")
	case !strings.HasPrefix(s.Path, "/") || path.Clean(s.Path) != s.Path:
		return fmt.Errorf("its path is not clean")
	case !slices.Contains([]auth.Credential{auth.Public, auth.Session, auth.APIKey}, s.Credential):
		return fmt.Errorf("unknown credential %q", s.Credential)
	case (s.Credential == auth.Public) != (rule.Requires == auth.RequiresNothing):
		return fmt.Errorf("credential %q does not go with permission %q", s.Credential, s.Permission)
	case s.Op.run == nil:
		return fmt.Errorf("it has no operation")
	case s.namesRecord() && rule.Requires == auth.RequiresWorkspace && !s.Op.LoadsRecord():
		return fmt.Errorf("its path names a thing, but nothing finds it (use On)")
	case s.Creates && (s.Method != http.MethodPost || s.Credential == auth.Public):
		return fmt.Errorf("only a POST with a credential creates and remembers its answer")
	case s.FailurePage != "" && s.Method != http.MethodGet:
		return fmt.Errorf("browsers are sent to a GET")
	}
	wire.CheckType(s.Op.In)
	return nil
}
