package route

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"stint/shared/problem"
)

// ifMatch is a parsed If-Match header: any version, or a list of entity tags.
type ifMatch struct {
	any  bool
	tags []string // strong ones, without their quotes
}

func (m ifMatch) allows(version int64) bool {
	return m.any || slices.Contains(m.tags, strconv.FormatInt(version, 10))
}

// readIfMatch reads the If-Match header (RFC 9110, section 13.1.1). Weak tags
// never match; of a list, any tag may match. Errors: malformed_request.
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

// TagOf is the strong entity tag of a body. Each form of a document has its own.
func TagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// MatchesTag reports whether an If-None-Match header names an ETag or all. Weak comparison is enough for it.
func MatchesTag(header, tag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}

// whitespace is optional white space (RFC 9110, section 5.6.3).
const whitespace = " \t"

// cutEntityTag cuts the first entity tag from a list (RFC 9110, section 8.8.3). A
// tag may contain a comma.
func cutEntityTag(list string) (tag string, weak bool, after string, ok bool) {
	list, weak = strings.CutPrefix(list, "W/")
	if list, ok = strings.CutPrefix(list, `"`); !ok {
		return "", weak, "", false
	}
	tag, after, ok = strings.Cut(list, `"`)
	invalid := func(c rune) bool { return c <= ' ' || c == 0x7f }
	return tag, weak, after, ok && !strings.ContainsFunc(tag, invalid)
}
