package functions_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/auth"
	"stint/shared/route"
)

// freshRoutes are the routes that change who has access. Each needs a fresh session.
// Linking a login does too; it has a test of its own, because its route is public.
var freshRoutes = map[string]bool{
	"api_keys.create": true, "account.set_password": true, "workspaces.delete": true, "workspaces.transfer": true,
	"account.enroll_totp": true, "account.confirm_totp": true, "account.disable_totp": true,
	"account.replace_recovery_codes": true,
	"account.delete":                 true,
}

func isFresh(spec route.Spec) bool { return spec.Fresh }

func TestRoutesThatChangeAccessNeedAFreshSession(t *testing.T) {
	eachRoute(t, func(route.Spec) bool { return true }, func(t *testing.T, spec route.Spec) {
		if spec.Fresh != freshRoutes[spec.ID] {
			t.Errorf("it needs a fresh session: %v, want %v", spec.Fresh, freshRoutes[spec.ID])
		}
	})
}

// A session that is not fresh is refused after the role and before the body is read.
func TestEveryFreshRouteRefusesAStaleSession(t *testing.T) {
	w := newWorld(t)
	w.Clock.Advance(time.Hour)
	for _, u := range []*apitest.User{w.owner, w.analyst} {
		u.Token = w.UserOf(w.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
			Cookies: []*http.Cookie{u.RefreshCookie}})).Token
	}
	before, document := len(apitest.TableItems(w.Service)), documentOnce()
	eachRoute(t, isFresh, func(t *testing.T, spec route.Spec) {
		request := apitest.Request{Method: spec.Method, Path: w.pathOf(t, spec, nil), Bearer: w.owner.Token, Body: "{broken"}
		answer := w.Send(request)
		answer.Denied("reauthentication_required")
		checkDocumented(t, document, spec, answer)
		if spec.Permission == auth.OwnWorkspace {
			request.Bearer = w.analyst.Token
			w.Send(request).Denied("analyst_read_only")
		}
	})
	if after := len(apitest.TableItems(w.Service)); after != before {
		t.Errorf("%d items after, %d before", after, before)
	}
	w.owner.Reauthenticate()
	eachRoute(t, isFresh, func(t *testing.T, spec route.Spec) {
		answer := w.Send(apitest.Request{Method: spec.Method, Path: w.pathOf(t, spec, nil), Bearer: w.owner.Token,
			Body: "{broken"})
		if answer.Status == http.StatusForbidden {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
}
