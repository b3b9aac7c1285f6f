package functions_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/shared/openapi"
	"stint/shared/route"
)

// The document declares If-Match exactly where a version that the record does not have is
// refused.
func TestIfMatchIsDeclaredWhereItCounts(t *testing.T) {
	document := openapi.Build(functions.Routes(), openapi.Options{Title: "Stint", Version: "test"})
	changes := func(s route.Spec) bool {
		return openapi.IsDocumented(s) && !strings.HasSuffix(s.ID, route.TwinSuffix) && slices.Contains([]string{"PUT", "PATCH", "DELETE"}, s.Method)
	}
	eachRoute(t, changes, func(t *testing.T, spec route.Spec) {
		w := newWorld(t)
		request := newGenerator(w, 1, "mark", 0).request(t, spec)
		if body, known := changeBodies[spec.ID]; known {
			request.Body = body(w, 1)
		}
		request.Header = map[string]string{"If-Match": `"987654321"`}
		answer := w.Send(request)
		item, _ := document.Paths.Get(spec.Path)
		operation, _ := item.Get(strings.ToLower(spec.Method))
		declared := slices.ContainsFunc(operation.Parameters, func(p *openapi.Parameter) bool { return strings.HasSuffix(p.Ref, "/IfMatch") })
		stale := answer.Status == http.StatusConflict && strings.Contains(string(answer.Body), "version_stale")
		if declared != stale {
			t.Errorf("If-Match declared: %v, stale version refused: %v\n%d %s", declared, stale, answer.Status, answer.Body)
		}
	})
}
