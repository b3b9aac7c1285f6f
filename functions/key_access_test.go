package functions_test

import (
	"reflect"
	"strings"
	"testing"

	"stint/functions"
	"stint/shared/auth"
	"stint/shared/domain/people"
	"stint/shared/route"
)

// timeRoutes are the paths of routes for keys that write the time of the key's owner.
var timeRoutes = []string{"/api/v1/timers", "/api/v1/entries", "/api/v1/timesheet-submissions"}

// onlyReads reports whether a route changes no record that others see. The operations that mcp runs check the
// access by themselves, and a summary in the background is read later.
func onlyReads(spec route.Spec) bool {
	return spec.Method == "GET" || spec.OwnProtocol ||
		strings.TrimSuffix(spec.ID, route.TwinSuffix) == "reports.start_summary"
}

// leastAccess is the least access that a route for keys takes, as docs/interface.md
// has it: a GET reads, a timer, entry or submission is time, all else is full access, and so is an invoice.
func leastAccess(spec route.Spec) people.KeyAccess {
	if onlyReads(spec) {
		return people.AccessRead
	}
	for _, prefix := range timeRoutes {
		if strings.HasPrefix(spec.Path, prefix) && spec.Permission != auth.DecideTime && spec.Permission != auth.ShareTime &&
			spec.Permission != auth.ReopenTime && spec.Permission != auth.InvoiceTime {
			return people.AccessTime
		}
	}
	return people.AccessFull
}

// Every route for keys has an answer for each level of access. A key without the level
// is refused before the headers and the body are read.
func TestEveryRouteForKeysChecksTheAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	keys := map[people.KeyAccess]string{}
	for _, level := range people.AccessLevels() {
		path := "/api/me/workspaces/" + w.owner.WorkspaceID + "/api-keys"
		keys[level] = w.owner.Post(path, object{"name": level, "access": level}).OK()["token"].(string)
	}
	forKeys := func(spec route.Spec) bool { return spec.Credential == auth.APIKey }
	eachRoute(t, forKeys, func(t *testing.T, spec route.Spec) {
		for level, key := range keys {
			answer := w.As(key).With("If-Match", `"9`).Do(spec.Method, w.pathOf(t, spec, nil), "{broken")
			if !level.Covers(leastAccess(spec)) {
				answer.Denied("scope_insufficient")
			} else if answer.Status == 401 || answer.Status == 403 || answer.Status >= 500 {
				t.Errorf("%s: %d\n%s", level, answer.Status, answer.Body)
			}
		}
	})
}

// A permission that a key with the access read has is only on routes that write
// nothing, also on private routes, which may get a twin.
func TestReadAccessNeverWrites(t *testing.T) {
	for _, spec := range functions.Routes() {
		if auth.KeyAccessFor(spec.Permission) == people.AccessRead && !onlyReads(spec) {
			t.Errorf("%s %s writes, but takes only the access read", spec.Method, spec.Path)
		}
		if rule, _ := auth.RuleOf(spec.Permission); rule.Writes && auth.KeyAccessFor(spec.Permission) == people.AccessRead {
			t.Errorf("the permission %s writes, but takes only the access read", spec.Permission)
		}
		if len(spec.Preview.Names) > 0 && spec.Method == "GET" {
			t.Errorf("%s %s reads, so it has no preview", spec.Method, spec.Path)
		}
	}
}

// A preview names parameters that the route has.
func TestPreviewsNameParameters(t *testing.T) {
	eachRoute(t, func(spec route.Spec) bool { return len(spec.Preview.Names) > 0 }, func(t *testing.T, spec route.Spec) {
		var params []string
		for _, field := range reflect.VisibleFields(spec.Op.In) {
			params = append(params, field.Tag.Get("query"))
		}
		if !strings.Contains(" "+strings.Join(params, " ")+" ", " "+spec.Preview.Names[0]+" ") {
			t.Errorf("%s has the parameters %v, not %v", spec.ID, params, spec.Preview.Names)
		}
	})
}
