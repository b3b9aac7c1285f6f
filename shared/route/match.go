package route

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

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
			all = append(all, specs[i].Method)
		}
	}
	slices.Sort(all)
	return all
}
