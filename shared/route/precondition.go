package route

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"stint/shared/problem"
)

// match is a parsed If-Match header: any version, or one of a few.
type match struct {
	any      bool
	versions []int64
}

func (m match) allows(version int64) bool { return m.any || slices.Contains(m.versions, version) }

// readIfMatch reads the If-Match header (RFC 9110, section 13.1.1). Weak tags
// never match; a list is any of its tags. Errors: malformed_request.
func readIfMatch(r *http.Request) (match, error) {
	sent := r.Header.Values("If-Match")
	if len(sent) == 0 {
		return match{any: true}, nil
	}
	line := strings.TrimSpace(strings.Join(sent, ","))
	if line == "*" {
		return match{any: true}, nil
	}
	var m match
	for _, tag := range strings.Split(line, ",") {
		tag = strings.TrimSpace(tag)
		weak := strings.HasPrefix(tag, "W/")
		inner, ok := unquote(strings.TrimPrefix(tag, "W/"))
		if !ok {
			return match{}, problem.Malformed("If-Match must be * or entity tags such as \"3\".")
		}
		if version, err := strconv.ParseInt(inner, 10, 64); err == nil && !weak {
			m.versions = append(m.versions, version)
		}
	}
	return m, nil
}

func unquote(tag string) (string, bool) {
	if len(tag) < 2 || tag[0] != '"' || tag[len(tag)-1] != '"' {
		return "", false
	}
	inner := tag[1 : len(tag)-1]
	return inner, !strings.ContainsFunc(inner, func(c rune) bool { return c == '"' || c <= ' ' || c == 0x7f })
}

// maxIdempotencyKey is the longest Idempotency-Key, in visible ASCII characters.
const maxIdempotencyKey = 200

// readIdempotencyKey reads the header; ok is false when none was sent.
// Errors: malformed_request.
func readIdempotencyKey(r *http.Request) (key string, ok bool, err error) {
	sent := r.Header.Values("Idempotency-Key")
	if len(sent) == 0 {
		return "", false, nil
	}
	key = sent[0]
	visible := !strings.ContainsFunc(key, func(c rune) bool { return c <= ' ' || c > '~' })
	if len(sent) > 1 || key == "" || len(key) > maxIdempotencyKey || !visible {
		return "", false, problem.Malformed("Idempotency-Key must be 1 to 200 visible ASCII characters.")
	}
	return key, true, nil
}
