package route

import (
	"net/http"
	"strings"
)

const (
	ignoredHeader    = "Stint-Ignored"
	strictPreference = "handling=strict"
)

// prefersStrict reports whether the request prefers strict handling: the preference
// "handling=strict" in the header Prefer (RFC 7240, section 4.4). Of several handling
// preferences, the first one counts. A preference that cannot be read is none.
func prefersStrict(h *http.Request) bool {
	for _, preference := range splitOutsideQuotes(strings.Join(h.Header.Values("Prefer"), ","), ',') {
		preference = splitOutsideQuotes(preference, ';')[0] // the rest are parameters
		name, value, _ := strings.Cut(preference, "=")
		if strings.EqualFold(strings.Trim(name, whitespace), "handling") {
			return strings.EqualFold(unquote(strings.Trim(value, whitespace)), "strict")
		}
	}
	return false
}

// splitOutsideQuotes splits a header at a separator that is not in a quoted string
// (RFC 9110, section 5.6.4).
func splitOutsideQuotes(text string, separator byte) []string {
	var parts []string
	quoted, start := false, 0
	for n := 0; n < len(text); n++ {
		switch c := text[n]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			n++
		case !quoted && c == separator:
			parts, start = append(parts, text[start:n]), n+1
		}
	}
	return append(parts, text[start:])
}

// unquote is the text in a quoted string without escapes; any other text is unchanged.
func unquote(text string) string {
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		return text[1 : len(text)-1]
	}
	return text
}
