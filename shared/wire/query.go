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
				unknown = r.reportUnknownPair(s, t, name, unknown)
			}
			continue
		}
		n := s.byName[name]
		if p := &s.Properties[n]; p.continuesList(t, n, name) || r.markSent(s, t, n, name) {
			r.withProperty(p, func() { r.readParameter(p, escaped, p.prepareTarget(into)) })
		}
	}
	r.reportMissing(s, t)
}

// reportUnknownPair records a name unless it is among the names recorded before, and
// returns these with it.
func (r *reader) reportUnknownPair(s *Schema, t *trace, name string, before map[string]bool) map[string]bool {
	if before[name] || !r.keepsUnknown() {
		return before
	}
	if before == nil {
		before = map[string]bool{}
	}
	before[name] = true
	r.reportUnknown(s, t, name)
	return before
}

// readParameter reads one value, or several of a list. An empty value counts as sent.
func (r *reader) readParameter(p *Property, escaped string, into reflect.Value) {
	text, err := url.QueryUnescape(escaped)
	if err != nil || !utf8.ValidString(text) {
		r.issues.Add(r.currentPath(), problem.TypeInvalid)
		return
	}
	if p.Kind == Array {
		r.readList(&p.Schema, text, into)
		return
	}
	r.report(p.parseParameter(into, text))
}

// continuesList reports whether a name gives more values of a list that was sent before,
// in the same spelling.
func (p *Property) continuesList(t *trace, n int, name string) bool {
	return p.Kind == Array && t.sent != nil && t.sent[n].rank > 0 && t.sent[n].alias == (name != p.Name)
}

// readList adds the values of a list, which are separated by commas. A list has at most
// one issue, at its name.
func (r *reader) readList(s *Schema, text string, into reflect.Value) {
	for value := range strings.SplitSeq(text, ",") {
		found := s.checkCount(into.Len() + 1)
		if found.code == "" {
			into.Grow(1)
			into.SetLen(into.Len() + 1)
			found = s.Items.parseParameter(into.Index(into.Len()-1), value)
		}
		if found.code != "" {
			if r.issues.IsClean(r.currentPath()) {
				r.report(found)
			}
			return
		}
	}
}

// parseParameter is parseInto with a hint for a time whose + was not encoded, because a +
// in a query is a space.
func (s *Schema) parseParameter(into reflect.Value, text string) violation {
	found := s.parseInto(into, text)
	if found.code == problem.DateTimeInvalid && strings.Contains(text, " ") &&
		s.parseInto(into, strings.ReplaceAll(text, " ", "+")).code == "" {
		into.SetZero()
		found.message = found.code.Message() + "; in a query, write + as %2B"
	}
	return found
}
