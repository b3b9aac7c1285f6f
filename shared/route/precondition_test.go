package route_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"stint/shared/domain/people"
)

func TestIfMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		sent []string
		want string
	}{
		{"none", nil, "OK"},
		{"the version", []string{`"3"`}, "OK"},
		{"any", []string{"*"}, "OK"},
		{"any, with blanks", []string{" *\t"}, "OK"},
		{"another", []string{`"4"`}, "conflict"},
		{"one of a list", []string{`"1", "3" ,"4"`}, "OK"},
		{"none of a list", []string{`"1","4"`}, "conflict"},
		{"two lines", []string{`"1"`, `"3"`}, "OK"},
		{"weak never matches", []string{`W/"3"`}, "conflict"},
		{"weak and strong", []string{`W/"3", "3"`}, "OK"},
		{"no number", []string{`"abc"`}, "conflict"},
		{"empty tag", []string{`""`}, "conflict"},
		{"a comma in a tag", []string{`"1,3"`}, "conflict"},
		{"a sign is another tag", []string{`"+3"`}, "conflict"},
		{"a zero in front is another tag", []string{`"03"`}, "conflict"},
		{"too large for a number", []string{`"99999999999999999999"`}, "conflict"},
		{"without quotes", []string{"3"}, "malformed_request"},
		{"half a quote", []string{`"3`}, "malformed_request"},
		{"the other half", []string{`3"`}, "malformed_request"},
		{"empty", []string{""}, "malformed_request"},
		{"only a comma", []string{","}, "malformed_request"},
		{"a comma behind", []string{`"3",`}, "malformed_request"},
		{"no comma between", []string{`"3" "4"`}, "malformed_request"},
		{"any in a list", []string{`*, "3"`}, "malformed_request"},
		{"a small w", []string{`w/"3"`}, "malformed_request"},
		{"a blank in a tag", []string{`"3 4"`}, "malformed_request"},
		{"a control character in a tag", []string{"\"3\x7f\""}, "malformed_request"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newTestServer(t, people.RoleOwner)
			var header []string
			for _, line := range c.sent {
				header = append(header, "If-Match", line)
			}
			w := h.send("PATCH", "/api/things/"+recordID, `{"name":"n"}`, header...)
			if g := outcomeOf(w); g != c.want {
				t.Errorf("%q: %s, want %s", c.sent, g, c.want)
			}
		})
	}
}

// GET and POST take no If-Match, so none can be wrong.
func TestIfMatchIsForChangesOnly(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	for _, w := range []*httptest.ResponseRecorder{
		h.send("GET", "/api/things/"+recordID, "", "If-Match", "oops"),
		h.send("POST", "/api/things", `{"name":"n"}`, "If-Match", "oops"),
	} {
		if outcomeOf(w) != "OK" {
			t.Errorf("%s", w.Body)
		}
	}
}

func TestETag(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	if tag := h.send("GET", "/api/things/"+recordID, "").Header().Get("ETag"); tag != `"3"` {
		t.Errorf("ETag %s, want \"3\"", tag)
	}
	if tag := h.send("GET", "/api/lookup/x", "").Header().Values("ETag"); tag != nil {
		t.Errorf("ETag %s without a version", tag)
	}
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		sent []string
		want string
	}{
		{"none", nil, "OK"},
		{"one character", []string{"k"}, "OK"},
		{"first and last visible characters", []string{"!~"}, "OK"},
		{"as long as it may be", []string{strings.Repeat("k", 200)}, "OK"},
		{"too long", []string{strings.Repeat("k", 201)}, "malformed_request"},
		{"empty", []string{""}, "malformed_request"},
		{"a blank", []string{"a b"}, "malformed_request"},
		{"a tab", []string{"a\tb"}, "malformed_request"},
		{"a control character", []string{"a\x7f"}, "malformed_request"},
		{"beyond ASCII", []string{"ключ"}, "malformed_request"},
		{"sent twice", []string{"k", "k"}, "malformed_request"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newTestServer(t, people.RoleOwner)
			var header []string
			for _, line := range c.sent {
				header = append(header, "Idempotency-Key", line)
			}
			if g := outcomeOf(h.send("POST", "/api/things", `{"name":"n"}`, header...)); g != c.want {
				t.Errorf("%q: %s, want %s", c.sent, g, c.want)
			}
			if g := outcomeOf(h.send("PATCH", "/api/things/"+recordID, `{"name":"n"}`, header...)); g != "OK" {
				t.Errorf("%q on a route that creates nothing: %s", c.sent, g)
			}
		})
	}
}

func FuzzIfMatch(f *testing.F) {
	for _, seed := range []string{"*", `"3"`, `W/"3"`, `"1", "3"`, `"`, "", `"a,b"`, "3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		h := newTestServer(t, people.RoleOwner)
		g := outcomeOf(h.send("PATCH", "/api/things/"+recordID, `{"name":"n"}`, "If-Match", line))
		trimmed := strings.Trim(line, " \t")
		mayPass := trimmed == "*" || strings.Contains(line, `"3"`)
		if g != "OK" && g != "conflict" && g != "malformed_request" || g == "OK" && !mayPass {
			t.Errorf("%q: %s", line, g)
		}
	})
}

func FuzzIdempotencyKey(f *testing.F) {
	for _, seed := range []string{"k", "", " ", "a b", strings.Repeat("k", 201), "é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, key string) {
		h := newTestServer(t, people.RoleOwner)
		w := h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", key)
		good := len(key) >= 1 && len(key) <= 200
		for i := range len(key) {
			good = good && key[i] > ' ' && key[i] < 0x7f
		}
		if (outcomeOf(w) == "OK") != good || !good && outcomeOf(w) != "malformed_request" {
			t.Errorf("%q: %s", key, outcomeOf(w))
		}
		if good && (len(h.family.put.Digest) != 64 || strings.Contains(h.family.put.Digest, key) && len(key) > 8) {
			t.Errorf("%q is remembered as %q", key, h.family.put.Digest)
		}
	})
}
