package route

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"stint/shared/problem"
)

// ifMatch is a parsed If-Match header: any version, or the entity tags that it
// names.
type ifMatch struct {
	any  bool
	tags []string // strong ones, without their quotes
}

func (m ifMatch) allows(version int64) bool {
	return m.any || slices.Contains(m.tags, strconv.FormatInt(version, 10))
}

// readIfMatch reads the If-Match header (RFC 9110, section 13.1.1). Weak tags
// never match; a list is any of its tags. Errors: malformed_request.
func readIfMatch(r *http.Request) (ifMatch, error) {
	sent := r.Header.Values("If-Match")
	if len(sent) == 0 {
		return ifMatch{any: true}, nil
	}
	rest := strings.Trim(strings.Join(sent, ","), whitespace)
	if rest == "*" {
		return ifMatch{any: true}, nil
	}
	var m ifMatch
	for {
		tag, weak, after, ok := cutEntityTag(rest)
		if !ok {
			return ifMatch{}, problem.Malformed("If-Match must be * or entity tags such as \"3\".")
		}
		if !weak {
			m.tags = append(m.tags, tag)
		}
		if rest = strings.Trim(after, whitespace); rest == "" {
			return m, nil
		}
		if rest[0] != ',' {
			return ifMatch{}, problem.Malformed("The entity tags in If-Match must be separated by commas.")
		}
		rest = strings.Trim(rest[1:], whitespace)
	}
}

// whitespace is optional white space (RFC 9110, section 5.6.3).
const whitespace = " \t"

// cutEntityTag takes the first entity tag off a list (RFC 9110, section 8.8.3). A tag
// may hold a comma.
func cutEntityTag(list string) (tag string, weak bool, after string, ok bool) {
	list, weak = strings.CutPrefix(list, "W/")
	if list, ok = strings.CutPrefix(list, `"`); !ok {
		return "", weak, "", false
	}
	tag, after, ok = strings.Cut(list, `"`)
	invalid := func(c rune) bool { return c <= ' ' || c == 0x7f }
	return tag, weak, after, ok && !strings.ContainsFunc(tag, invalid)
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
