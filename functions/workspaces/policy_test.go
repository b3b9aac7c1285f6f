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
	h := apitest.New(t)
	ada := h.Register("ada")
	eve := ada.AddMember("eve", "user")
	keys := "/api/me/workspaces/" + ada.WorkspaceID + "/api-keys"
	key := eve.Post(keys, object{"name": "robot"}).OK()["token"].(string)
	useKey := func() *apitest.Answer { return h.Send(apitest.Request{Method: "GET", Path: "/api/v1/me", Bearer: key}) }
	policy := object{"requireSecondFactor": true}
	ada.Patch(workspacePath(ada), policy).Conflict("second_factor_missing")
	ada.Post("/api/workspaces", object{"name": "Second", "requireSecondFactor": true}).Conflict("second_factor_missing")
	ada.EnableSecondFactor()
	if got := ada.Patch(workspacePath(ada), policy).OK(); got["require_second_factor"] != true ||
		got["require_sso"] != false {
		t.Errorf("workspace %v", got)
	}
	ada.Post("/api/workspaces", object{"name": "Second", "require_second_factor": true}).OK()
	ada.Get("/api/projects").OK() // the confirmation proved it in this session

	eve.Get("/api/projects").Denied("second_factor_required")
	eve.Get(workspacePath(ada)).Denied("second_factor_required")
	useKey().Denied("second_factor_required")
	eve.Get("/api/auth/me").OK()
	eve.Get("/api/workspaces").OK()
	eve.Post("/api/auth/refresh", object{"workspaceId": ada.WorkspaceID}).OK()
	factor := eve.EnableSecondFactor()
	useKey().OK()
	eve.Get("/api/projects").OK()
	other := signInWithCode(eve, factor)
	other.Get("/api/projects").OK()
	other.Do("DELETE", "/api/auth/totp", object{"code": factor.NextCode()}).OK()
	other.Get("/api/projects").Denied("second_factor_required")
	useKey().Denied("second_factor_required")
	other.Post(workspacePath(ada)+"/leave", nil).OK()
}

// A session of a user with a second factor that was opened before it was switched on
// has not proved it.
func TestEarlierSessionHasNotProvedTheSecondFactor(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	earlier := h.UserOf(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": ada.Email, "password": apitest.Password}}))
	factor := ada.EnableSecondFactor()
	ada.Patch(workspacePath(ada), object{"requireSecondFactor": true}).OK()
	earlier.Get("/api/projects").Denied("second_factor_required")
	earlier.Patch(workspacePath(ada), object{"requireSecondFactor": false}).Denied("second_factor_required")
	earlier.Post("/api/auth/reauthenticate", object{"password": apitest.Password, "code": factor.Code(1)}).OK()
	earlier.Patch(workspacePath(ada), object{"requireSecondFactor": false}).OK()
}

func TestWorkspaceRequiresSingleSignOn(t *testing.T) {
	h, provider := apitest.NewWithSSO(t)
	identity := idp.User{Subject: "ada-1", Email: "ada@example.com", Name: "Ada", EmailVerified: true}
	signIn := func() *apitest.User { return h.UserOf(h.StartSSO("", "").Login(provider, identity).Finish()) }
	ada := signIn()
	eve := ada.AddMember("eve", "admin")
	key := ada.Post("/api/me/workspaces/"+ada.WorkspaceID+"/api-keys", object{"name": "robot"}).OK()["token"].(string)
	useKey := func() *apitest.Answer { return h.Send(apitest.Request{Method: "GET", Path: "/api/v1/me", Bearer: key}) }
	eve.EnableSecondFactor()
	eve.Patch(workspacePath(ada), object{"requireSso": true}).Conflict("second_factor_missing")
	if got := ada.Patch(workspacePath(ada), object{"requireSso": true,
		"requireSecondFactor": true}).OK(); got["require_sso"] != true {
		t.Errorf("workspace %v", got)
	}
	ada.Get("/api/projects").OK()
	useKey().OK()
	eve.Get("/api/projects").Denied("sso_required")

	ada.Post("/api/auth/password/set", object{"newPassword": apitest.Password}).OK()
	byPassword := h.UserOf(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": ada.Email, "password": apitest.Password}}))
	byPassword.Get("/api/projects").Denied("sso_required")
	h.StartSSO(byPassword.Token, "?reauthenticate=true").Login(provider, identity).Finish().OK()
	byPassword.Get("/api/projects").OK()
	byPassword.Reauthenticate() // a password proves less than was proved
	byPassword.Get("/api/projects").OK()
	signIn().Get("/api/projects").OK()

	ada.Delete("/api/auth/me/external-logins/external").OK()
	ada.Get("/api/projects").Denied("sso_required")
	useKey().Denied("sso_required")
}
