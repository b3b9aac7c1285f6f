package wire

import (
	"net/url"
	"reflect"
	"strings"
	"unicode/utf8"

	"stint/shared/problem"
)

// readQuery reads the declared parameters of a raw query.
func (r *reader) readQuery(query string, into reflect.Value) {
	r.readPairs(query, r.issues.request.query, &r.issues.query, into)
}

// readForm reads the declared fields of a form, which has the syntax of a query.
func (r *reader) readForm(body []byte, into reflect.Value) {
	r.readPairs(string(body), r.issues.request.body, &r.issues.body, into)
}

// readPairs reads names with values (application/x-www-form-urlencoded, URL Standard,
// section 5.1). Only & separates pairs, and an empty pair is none. A name that cannot be
// decoded is unknown, and unknown names are recorded once.
func (r *reader) readPairs(pairs string, s *Schema, t *trace, into reflect.Value) {
	var unknown map[string]bool // names recorded before
	for pairs != "" {
		var pair string
		pair, pairs, _ = strings.Cut(pairs, "&")
		key, escaped, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(key)
		if err != nil {
			name = key
		}
		if err != nil || !s.has(name) {
			if pair != "" {
				unknown = r.reportUnknownPair(t, name, unknown)
			}
			continue
		}
		n := s.byName[name]
		if p := &s.Properties[n]; r.markSent(s, t, n, name) {
			r.withProperty(p, func() { r.readParameter(p, escaped, p.prepareTarget(into)) })
		}
	}
	r.reportMissing(s, t)
}

// reportUnknownPair records a name unless it is among the names recorded before, and
// returns these with it.
func (r *reader) reportUnknownPair(t *trace, name string, before map[string]bool) map[string]bool {
	if before[name] || !r.keepsUnknown() {
		return before
	}
	if before == nil {
		before = map[string]bool{}
	}
	before[name] = true
	r.reportUnknown(t, name)
	return before
}

// readParameter reads one value. An empty value counts as sent.
func (r *reader) readParameter(p *Property, escaped string, into reflect.Value) {
	text, err := url.QueryUnescape(escaped)
	if err != nil || !utf8.ValidString(text) {
		r.issues.Add(r.currentPath(), problem.TypeInvalid)
		return
	}
	r.report(p.parseInto(into, text))
}
