package functions_test

import (
	"reflect"
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

// timesInQuery are the query parameters of a route that take a time.
func timesInQuery(spec route.Spec) (names []string) {
	for _, p := range wire.Describe(spec.Op.In).Query {
		if p.Type == reflect.TypeFor[domain.Instant]() {
			names = append(names, p.Name, p.Alias)
		}
	}
	return names
}

// Every time in a query whose + was not encoded is refused with a message that says how to
// write it. One with an encoded + is a time.
func TestEveryTimeInAQueryExplainsThePlus(t *testing.T) {
	w := newWorld(t)
	takesTimes := func(spec route.Spec) bool { return len(timesInQuery(spec)) > 0 }
	tested := 0
	eachRoute(t, takesTimes, func(t *testing.T, spec route.Spec) {
		for _, name := range timesInQuery(spec) {
			tested++
			for sent, explained := range map[string]bool{"2026-06-01T00:00:00+02:00": true,
				"2026-06-01T00:00:00%2B02:00": false} {
				answer := w.As(w.bearerFor(spec)).Do(spec.Method, w.pathOf(t, spec, nil)+"?"+name+"="+sent, nil)
				if got := strings.Contains(string(answer.Body), "write + as %2B"); got != explained {
					t.Errorf("%s=%s: %d %s", name, sent, answer.Status, answer.Body)
				}
				if refused := strings.Contains(string(answer.Body), "date_time_invalid"); refused != explained {
					t.Errorf("%s=%s: %d %s", name, sent, answer.Status, answer.Body)
				}
			}
		}
	})
	if tested < 30 {
		t.Errorf("only %d parameters were tested", tested)
	}
}
