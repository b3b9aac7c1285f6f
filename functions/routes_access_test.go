package functions_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
)

func namesRecord(spec route.Spec) bool {
	for _, name := range spec.Params() {
		if route.IsIDParam(name) && needsCredential(spec) {
			return true
		}
	}
	return false
}

// A record of another workspace, an unknown id and a text that is not a UUID get the
// same 404, byte for byte except for the correlation id, even with a malformed body.
func TestEveryRouteHidesForeignRecords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	outsider := &world{Service: w.Service, owner: w.Register("stan")}
	outsider.createRecords("other")
	eachRoute(t, namesRecord, func(t *testing.T, spec route.Spec) {
		ask := func(replace func(segment, own string) string) string {
			path := w.pathOf(t, spec, replace)
			answer := w.As(w.bearerFor(spec)).With("X-Correlation-Id", "same").Do(spec.Method, path, "{broken")
			answer.Problem(404, "not_found")
			return string(answer.Body)
		}
		foreign := ask(func(segment, _ string) string { return outsider.ids[segment] })
		unknown := ask(func(string, string) string { return string(domain.NewID()) })
		noUUID := ask(func(string, string) string { return "not-a-uuid" })
		if foreign != unknown || unknown != noUUID {
			t.Errorf("the answers differ:\n%s\n%s\n%s", foreign, unknown, noUUID)
		}
	})
}

// Analysts cannot use any route that writes. They are refused before the query and
// the body are read.
func TestEveryMutationRefusesAnalysts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key := w.analyst.Post("/api/me/workspaces/"+w.owner.WorkspaceID+"/api-keys",
		object{"name": "reader"}).OK()["token"].(string)
	before := len(apitest.TableItems(w.Service))
	writes := func(spec route.Spec) bool {
		rule, _ := auth.RuleOf(spec.Permission)
		return rule.Writes
	}
	eachRoute(t, writes, func(t *testing.T, spec route.Spec) {
		bearer := w.analyst.Token
		if spec.Credential == auth.APIKey {
			bearer = key
		}
		for _, query := range []string{"", "?user_id=x"} {
			w.As(bearer).Do(spec.Method, w.pathOf(t, spec, nil)+query, "{broken").Denied("analyst_read_only")
		}
	})
	if after := len(apitest.TableItems(w.Service)); after != before {
		t.Errorf("%d items after, %d before", after, before)
	}
}

// Every route that changes a workspace has a permission that writes. All other routes
// that are not a GET concern only the caller.
func TestEveryMutationIsAWrite(t *testing.T) {
	own := map[auth.Permission]bool{auth.Everyone: true, auth.OwnAccount: true, auth.OwnKeys: true,
		auth.LeaveWorkspace: true}
	mutates := func(spec route.Spec) bool { return !onlyReads(spec) }
	eachRoute(t, mutates, func(t *testing.T, spec route.Spec) {
		rule, _ := auth.RuleOf(spec.Permission)
		if !rule.Writes && !own[spec.Permission] {
			t.Errorf("%s %s has permission %s, which lets analysts in", spec.Method, spec.Path, spec.Permission)
		}
	})
}

// Routes without a workspace in their path use the active workspace, and refuse
// callers without one.
func TestEveryFlatRouteNeedsAnActiveWorkspace(t *testing.T) {
	w := newWorld(t)
	lone := w.Register("lone")
	lone.Delete("/api/workspaces/" + lone.WorkspaceID).OK()
	flat := func(spec route.Spec) bool {
		rule, _ := auth.RuleOf(spec.Permission)
		return rule.Requires == auth.RequiresWorkspace && spec.Credential == auth.Session &&
			!strings.Contains(spec.Path, "{workspaceId}") && !strings.Contains(spec.Path, "{wid}")
	}
	eachRoute(t, flat, func(t *testing.T, spec route.Spec) {
		lone.Do(spec.Method, w.pathOf(t, spec, nil), "{broken").Denied("workspace_required")
	})
}
