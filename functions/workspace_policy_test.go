package functions_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/shared/auth"
	"stint/shared/route"
)

// A workspace that requires a second factor is closed to members without one, on every
// route, by session and by key, before anything of it is looked up. They may leave.
func TestEveryWorkspaceRouteFollowsTheSignInPolicy(t *testing.T) {
	w := newWorld(t)
	admin := w.owner.AddMember("uma", "admin")
	key := admin.Post("/api/me/workspaces/"+w.owner.WorkspaceID+"/api-keys",
		object{"name": "robot"}).OK()["token"].(string)
	w.owner.EnableSecondFactor()
	w.owner.Patch("/api/workspaces/"+w.owner.WorkspaceID, object{"requireSecondFactor": true}).OK()
	ofWorkspace := func(spec route.Spec) bool {
		rule, _ := auth.RuleOf(spec.Permission)
		return rule.Requires == auth.RequiresWorkspace && spec.ID != "workspaces.leave"
	}
	eachRoute(t, ofWorkspace, func(t *testing.T, spec route.Spec) {
		bearer := admin.Token
		if spec.Credential == auth.APIKey {
			bearer = key
		}
		request := apitest.Request{Method: spec.Method, Path: w.pathOf(t, spec, nil), Bearer: bearer, Body: "{broken"}
		w.Send(request).Denied("second_factor_required")
	})
	admin.Post("/api/workspaces/"+w.owner.WorkspaceID+"/leave", nil).OK()
}
