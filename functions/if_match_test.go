package functions_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/openapi"
	"stint/shared/route"
)

// The document declares If-Match exactly where a version that the record does not have is
// refused.
func TestIfMatchIsDeclaredWhereItCounts(t *testing.T) {
	t.Parallel()
	document := documentOnce()
	changes := func(s route.Spec) bool {
		return openapi.IsDocumented(s) && !strings.HasSuffix(s.ID, route.TwinSuffix) &&
			slices.Contains([]string{"PUT", "PATCH", "DELETE"}, s.Method)
	}
	w := newWorld(t)
	untouched := w.TakeSnapshot()
	eachRoute(t, changes, func(t *testing.T, spec route.Spec) {
		w.Restore(t, untouched)
		request := newGenerator(w, 1, "mark", 0).request(t, spec)
		if body, known := changeBodies[spec.ID]; known {
			request.Body = body(w, 1)
		}
		if request.Header == nil {
			request.Header = map[string]string{}
		}
		request.Header["If-Match"] = `"987654321"`
		answer := w.Send(request)
		item, _ := document.Paths.Get(spec.Path)
		operation, _ := item.Get(strings.ToLower(spec.Method))
		declared := slices.ContainsFunc(operation.Parameters,
			func(p *openapi.Parameter) bool { return strings.HasSuffix(p.Ref, "/IfMatch") })
		stale := answer.Status == http.StatusConflict && strings.Contains(string(answer.Body), "version_stale")
		if declared != stale {
			t.Errorf("If-Match declared: %v, stale version refused: %v\n%d %s", declared, stale, answer.Status, answer.Body)
		}
	})
}

// The document's pattern of If-Match accepts what the service reads, and nothing else.
func TestThePatternOfIfMatchIsWhatTheServiceReads(t *testing.T) {
	document := documentOnce()
	parameter, _ := document.Components.Parameters.Get("IfMatch")
	pattern := regexp.MustCompile(parameter.Schema.Pattern)
	api := apitest.New(t)
	owner := api.Register("ada")
	tag := owner.Post("/api/tags", object{"name": "tag"}).ID()
	for _, value := range []string{
		"*", `"1"`, `"1", "2"`, `W/"1"`, `""`, `"a,b"`, `"1" ,W/"x"`, `"3",*`, "", "1", `"1`, `"1",`, `"a b"`, `* , "1"`,
		`w/"1"`, `"1""2"`, "\"a\tb\"", ",",
	} {
		answer := owner.With("If-Match", value).Patch("/api/tags/"+tag, object{"name": "tag"})
		if isRead := answer.Status != http.StatusBadRequest; pattern.MatchString(value) != isRead {
			t.Errorf("If-Match: %s: matches the pattern: %v, status %d", value, pattern.MatchString(value), answer.Status)
		}
	}
}
