package wire

import (
	"net/url"
	"reflect"
	"strings"
	"unicode/utf8"

	"stint/shared/problem"
)

// readQuery reads the known parameters of a raw query. Only & separates them,
// and a name that cannot be decoded is no known one.
func (r *reader) readQuery(query string, into reflect.Value) {
	s, t := r.issues.request.query, &r.issues.query
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		key, escaped, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(key)
		if err != nil || !s.has(name) {
			continue
		}
		n := s.byName[name]
		if p := &s.Properties[n]; r.first(s, t, n, name) {
			r.inProperty(p, func() { r.parameter(p, escaped, p.begin(into)) })
		}
	}
	r.missing(s, t)
}

// parameter reads one value, which counts as given even when it is empty.
func (r *reader) parameter(p *Property, escaped string, into reflect.Value) {
	text, err := url.QueryUnescape(escaped)
	if err != nil || !utf8.ValidString(text) {
		r.issues.Add(r.at(), problem.TypeInvalid)
		return
	}
	r.report(p.set(into, text))
}
