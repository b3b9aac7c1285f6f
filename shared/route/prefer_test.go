package route_test

import (
	"strings"
	"testing"

	"stint/shared/domain/people"
)

// RFC 7240: several headers are one list, names and values have no case, a value may
// be quoted, and only the first preference of a name counts.
func TestPreferHandlingStrict(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.rememberAnswers()
	for prefer, strict := range map[string]bool{
		"handling=strict": true, "Handling = \"STRICT\"": true, "respond-async, wait=10; a=b ,handling=strict;x=y": true,
		"respond-async\nhandling=strict": true, `foo="a, handling=lenient", handling=strict`: true,
		`foo="\", handling=lenient", handling=strict`: true, "handling=strict, handling=lenient": true,
		"": false, "handling": false, "handling=": false, "handling=lenient, handling=strict": false, "strict": false,
		`foo="handling=strict"`: false, `foo="a, handling=strict"`: false, "xhandling=strict": false,
		"foo; handling=strict": false, `"`: false,
	} {
		var headers []string
		for _, line := range strings.Split(prefer, "\n") {
			headers = append(headers, "Prefer", line)
		}
		w := h.send("POST", "/api/things?page=1", `{"name":"n","colour":1}`, headers...)
		if refused := w.Code == 422; refused != strict {
			t.Errorf("Prefer: %s: %d", prefer, w.Code)
		}
		if applied := w.Header().Get("Preference-Applied") == "handling=strict"; applied != strict {
			t.Errorf("Prefer: %s: headers %v", prefer, w.Header())
		}
		if named := w.Header().Get("Stint-Ignored") == "page, colour"; named == strict {
			t.Errorf("Prefer: %s: headers %v", prefer, w.Header())
		}
	}
}

// A replay names again what the request has, and is never refused for it.
func TestReplaysNameWhatIsIgnored(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.rememberAnswers()
	for n, prefer := range []string{"", "", "handling=strict"} {
		w := h.send("POST", "/api/things?page=1", `{"name":"n","colour":1}`, "Idempotency-Key", "k1", "Prefer", prefer)
		if replayed := w.Header().Get("Idempotency-Replayed") == "true"; w.Code != 200 || replayed != (n > 0) {
			t.Errorf("request %d: %d, headers %v", n, w.Code, w.Header())
		}
		if w.Header().Get("Stint-Ignored") != "page, colour" || w.Header().Get("Preference-Applied") != "" {
			t.Errorf("request %d: headers %v", n, w.Header())
		}
	}
}
