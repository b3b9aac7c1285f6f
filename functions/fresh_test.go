package functions_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/auth"
	"stint/shared/route"
)

// freshRoutes are the routes that grant access or send data out, and when each needs a fresh session.
// Linking a login does too; it has a test of its own, because its route is public.
var freshRoutes = map[string]route.Freshness{
	"calendar_feeds.create": route.FreshAlways,
	"api_keys.create":       route.FreshAlways, "account.set_password": route.FreshAlways,
	"workspaces.delete": route.FreshAlways, "workspaces.transfer": route.FreshAlways,
	"account.enroll_totp": route.FreshAlways, "account.confirm_totp": route.FreshAlways,
	"account.disable_totp": route.FreshAlways, "account.replace_recovery_codes": route.FreshAlways,
	"account.delete":   route.FreshAlways,
	"passkeys.options": route.FreshAlways, "passkeys.add": route.FreshAlways,
	"passkeys.rename": route.FreshAlways, "passkeys.delete": route.FreshAlways,
	"webhooks.create": route.FreshAlways, "webhooks.change": route.FreshAlways,
	"webhooks.rotate_secret": route.FreshAlways,
	"oauth_clients.create":   route.FreshAlways, "oauth_clients.change": route.FreshAlways,
	"oauth_clients.rotate_secret": route.FreshAlways,
	"invitations.invite":          route.FreshForAdmins, "invitations.resend": route.FreshForAdmins,
	"members.change": route.FreshForAdmins, "members.remove": route.FreshForAdmins,
	"members.sign_out":  route.FreshAlways,
	"workspaces.change": route.FreshForPolicy,
}

func isFresh(spec route.Spec) bool { return spec.Fresh == route.FreshAlways }

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
		answer := w.owner.Do(spec.Method, w.pathOf(t, spec, nil), "{broken")
		if answer.Status == http.StatusForbidden {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
}

// Requests that make, invite or deactivate an admin, or change the sign-in policy, need a fresh session. Others
// of the same routes do not, nor do those with an API key.
func TestRequestsThatGrantAccessNeedAFreshSession(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	factor := owner.EnableSecondFactor()
	member, admin, former := owner.AddMember("bob", "user"), owner.AddMember("amir", "admin"),
		owner.AddMember("carl", "admin")
	workspace := "/api/workspaces/" + owner.WorkspaceID
	owner.Delete(workspace + "/members/" + former.ID).OK()
	waiting := owner.Post(workspace+"/invitations", object{"email": "eve@example.com", "role": "admin"}).ID()
	key := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "k"}).OK()["token"].(string)
	api.Clock.Advance(time.Hour)
	owner.Token = api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: []*http.Cookie{owner.RefreshCookie}})).Token

	requests := []apitest.Request{
		{Method: "POST", Path: workspace + "/invitations", Body: object{"email": "dan@example.com", "role": "admin"}},
		{Method: "POST", Path: workspace + "/invitations/" + waiting + "/resend"},
		{Method: "PATCH", Path: workspace + "/members/" + member.ID, Body: object{"role": "admin"}},
		{Method: "PATCH", Path: workspace + "/members/" + admin.ID, Body: object{"isDeactivated": true}},
		{Method: "PATCH", Path: workspace + "/members/" + former.ID, Body: object{"isDeactivated": false}},
		{Method: "DELETE", Path: workspace + "/members/" + admin.ID},
		{Method: "PATCH", Path: workspace, Body: object{"requireSecondFactor": true}},
		{Method: "PATCH", Path: workspace, Body: object{"apps": "registered"}},
		{Method: "PATCH", Path: workspace, Body: object{"maxKeyDays": 30}},
	}
	before := apitest.ItemCounts(api)
	for _, r := range requests {
		r.Bearer = owner.Token
		api.Send(r).Denied("reauthentication_required")
	}
	if after := apitest.ItemCounts(api); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("%v after, %v before", after, before)
	}
	owner.Post(workspace+"/invitations", object{"email": "fred@example.com", "role": "user"}).OK()
	owner.Patch(workspace+"/members/"+member.ID, object{"role": "analyst", "hourlyRate": 1}).OK()
	owner.Patch(workspace+"/members/"+admin.ID, object{"hourlyRate": 1}).OK()
	owner.Delete(workspace + "/members/" + member.ID).OK()
	owner.Patch(workspace, object{"name": "Renamed", "requireSecondFactor": false, "apps": "any",
		"maxKeyDays": nil}).OK()
	api.As(key).Post("/api/v1/invitations", object{"email": "gus@example.com", "role": "admin"}).OK()

	owner.Post("/api/auth/reauthenticate", object{"password": apitest.Password, "code": factor.NextCode()}).OK()
	for _, r := range requests[:5] {
		r.Bearer = owner.Token
		if answer := api.Send(r); answer.Status == http.StatusForbidden {
			t.Errorf("%s %s: %d\n%s", r.Method, r.Path, answer.Status, answer.Body)
		}
	}
}
