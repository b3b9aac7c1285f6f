package awslocal

import (
	"net/http"
	"strings"

	"stint/internal/template"
)

// router finds the API method of a request in the same order as API Gateway. For each
// segment of the path it prefers a literal segment, then a parameter, then a greedy
// parameter, which takes the rest of the path. A method by its name comes before ANY.
type router struct {
	parts   map[string]*router // by segment; "{}" is a parameter and "{+}" a greedy one
	methods map[string]template.Route
}

func newRouter(routes []template.Route) *router {
	root := &router{}
	for _, r := range routes {
		at := root
		for _, part := range splitPath(r.Path) {
			at = at.child(nodeKey(part))
		}
		if at.methods == nil {
			at.methods = map[string]template.Route{}
		}
		at.methods[r.Method] = r
	}
	return root
}

func splitPath(path string) []string {
	if path = strings.TrimPrefix(path, "/"); path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// nodeKey is the key of a segment in router.parts. All parameters share one key.
func nodeKey(part string) string {
	switch {
	case !strings.HasPrefix(part, "{"):
		return part
	case strings.HasSuffix(part, "+}"):
		return "{+}"
	}
	return "{}"
}

func (r *router) child(part string) *router {
	if r.parts == nil {
		r.parts = map[string]*router{}
	}
	if r.parts[part] == nil {
		r.parts[part] = &router{}
	}
	return r.parts[part]
}

// find returns the route of a request. The path has no stage. Errors: false when there
// is no route.
func (r *router) find(method, path string) (template.Route, bool) {
	return r.match(method, splitPath(path))
}

func (r *router) match(method string, parts []string) (template.Route, bool) {
	if len(parts) == 0 {
		return r.routeFor(method)
	}
	if next := r.parts[parts[0]]; next != nil && !strings.HasPrefix(parts[0], "{") {
		if route, ok := next.match(method, parts[1:]); ok {
			return route, true
		}
	}
	if next := r.parts["{}"]; next != nil && parts[0] != "" {
		if route, ok := next.match(method, parts[1:]); ok {
			return route, true
		}
	}
	if next := r.parts["{+}"]; next != nil {
		return next.routeFor(method)
	}
	return template.Route{}, false
}

func (r *router) routeFor(method string) (template.Route, bool) {
	if route, ok := r.methods[method]; ok {
		return route, true
	}
	route, ok := r.methods["ANY"]
	return route, ok
}

// setPathValues sets the path values of a request from its path and the path of its
// route.
func setPathValues(request *http.Request, path, resource string) {
	values := splitPath(path)
	for i, part := range splitPath(resource) {
		name, isParameter := strings.CutPrefix(part, "{")
		if !isParameter || i >= len(values) {
			continue
		}
		value := values[i]
		if name = strings.TrimSuffix(name, "}"); strings.HasSuffix(name, "+") {
			name, value = strings.TrimSuffix(name, "+"), strings.Join(values[i:], "/")
		}
		request.SetPathValue(name, value)
	}
}
