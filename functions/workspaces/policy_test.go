package workspaces_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit/idp"
)

// signInWithCode signs a user in with a second factor, into their workspace.
func signInWithCode(p *apitest.User, f *apitest.SecondFactor) *apitest.User {
	again := p.UserOf(p.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", Body: object{
		"email": p.Email, "password": apitest.Password, "code": f.NextCode(),
	}}))
	again.WorkspaceID = p.WorkspaceID
	return again
}

func TestWorkspaceRequiresASecondFactor(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("eve", "user")
	keys := "/api/me/workspaces/" + owner.WorkspaceID + "/api-keys"
	key := member.Post(keys, object{"name": "robot"}).OK()["token"].(string)
	useKey := func() *apitest.Answer { return api.UseKey(key) }
	policy := object{"requireSecondFactor": true}
	owner.Patch(workspacePath(owner), policy).Conflict("second_factor_missing")
	owner.Post("/api/workspaces", object{"name": "Second", "requireSecondFactor": true}).Conflict("second_factor_missing")
	owner.EnableSecondFactor()
	if got := owner.Patch(workspacePath(owner), policy).OK(); got["require_second_factor"] != true ||
		got["require_sso"] != false {
		t.Errorf("workspace %v", got)
	}
	owner.Post("/api/workspaces", object{"name": "Second", "require_second_factor": true}).OK()
	owner.Get("/api/projects").OK() // the confirmation proved it in this session

	member.Get("/api/projects").Denied("second_factor_required")
	member.Get(workspacePath(owner)).Denied("second_factor_required")
	useKey().Denied("second_factor_required")
	member.Get("/api/auth/me").OK()
	member.Get("/api/workspaces").OK()
	member.Post("/api/auth/refresh", object{"workspaceId": owner.WorkspaceID}).OK()
	factor := member.EnableSecondFactor()
	useKey().OK()
	member.Get("/api/projects").OK()
	other := signInWithCode(member, factor)
	other.Get("/api/projects").OK()
	other.Do("DELETE", "/api/auth/totp", object{"code": factor.NextCode()}).OK()
	other.Get("/api/projects").Denied("second_factor_required")
	useKey().Denied("second_factor_required")
	other.Post(workspacePath(owner)+"/leave", nil).OK()
}

// A session of a user with a second factor that was opened before it was switched on
// has not proved it.
func TestEarlierSessionHasNotProvedTheSecondFactor(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	earlier := owner.SignInAgain()
	factor := owner.EnableSecondFactor()
	owner.Patch(workspacePath(owner), object{"requireSecondFactor": true}).OK()
	earlier.Get("/api/projects").Denied("second_factor_required")
	earlier.Patch(workspacePath(owner), object{"requireSecondFactor": false}).Denied("second_factor_required")
	earlier.Post("/api/auth/reauthenticate", object{"password": apitest.Password, "code": factor.Code(1)}).OK()
	earlier.Patch(workspacePath(owner), object{"requireSecondFactor": false}).OK()
}

func TestWorkspaceRequiresSingleSignOn(t *testing.T) {
	api, provider := apitest.NewWithSSO(t)
	identity := idp.User{Subject: "ada-1", Email: "ada@example.com", Name: "Ada", EmailVerified: true}
	signIn := func() *apitest.User { return api.UserOf(api.StartSSO("", "").Login(provider, identity).Finish()) }
	owner := signIn()
	admin := owner.AddMember("eve", "admin")
	key := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "robot"}).OK()["token"].(string)
	useKey := func() *apitest.Answer { return api.UseKey(key) }
	admin.EnableSecondFactor()
	admin.Patch(workspacePath(owner), object{"requireSso": true}).Conflict("second_factor_missing")
	if got := owner.Patch(workspacePath(owner), object{"requireSso": true,
		"requireSecondFactor": true}).OK(); got["require_sso"] != true {
		t.Errorf("workspace %v", got)
	}
	owner.Get("/api/projects").OK()
	useKey().OK()
	admin.Get("/api/projects").Denied("sso_required")

	owner.Post("/api/auth/password/set", object{"newPassword": apitest.Password}).OK()
	byPassword := owner.SignInAgain()
	byPassword.Get("/api/projects").Denied("sso_required")
	api.StartSSO(byPassword.Token, "?reauthenticate=true").Login(provider, identity).Finish().OK()
	byPassword.Get("/api/projects").OK()
	byPassword.Reauthenticate() // a password proves less than was proved
	byPassword.Get("/api/projects").OK()
	signIn().Get("/api/projects").OK()

	owner.Delete("/api/auth/me/external-logins/external").OK()
	owner.Get("/api/projects").Denied("sso_required")
	useKey().Denied("sso_required")
}
