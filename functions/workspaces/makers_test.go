package workspaces_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/audit"
)

func byOperator(c *config.Config) { c.WorkspacesByOperator = true }

// registerAlone registers someone who may have no workspace.
func registerAlone(api *apitest.Service, name string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
		"email": name + "@example.com", "password": apitest.Password, "displayName": name}})
}

func makeWorkspace(api *apitest.Service, token string) *apitest.Answer {
	return api.As(token).Post("/api/workspaces", object{"name": "More"})
}

// Where the operator decides, the first account and those who are allowed make workspaces.
func TestTheOperatorDecidesWhoMakesWorkspaces(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, byOperator)
	first := registerAlone(api, "olga").OK()
	if first["workspace"] == nil {
		t.Fatalf("the first account has no workspace: %v", first)
	}
	token, _ := first["access_token"].(string)
	makeWorkspace(api, token).OK()
	second := registerAlone(api, "max").OK()
	if second["workspace"] != nil {
		t.Fatalf("the second account has a workspace: %v", second)
	}
	id := domain.ID(second["user"].(object)["id"].(string))
	token, _ = second["access_token"].(string)
	makeWorkspace(api, token).Denied("workspace_creation_disabled")
	for range 2 {
		if err := api.Deps.Store.OperateAccount(t.Context(), id, audit.AllowWorkspaces); err != nil {
			t.Fatal(err)
		}
		made := makeWorkspace(api, token).OK()
		api.As(token).Delete("/api/workspaces/" + made["id"].(string)).OK()
		if err := api.Deps.Store.OperateAccount(t.Context(), id, audit.ForbidWorkspaces); err != nil {
			t.Fatal(err)
		}
		makeWorkspace(api, token).Denied("workspace_creation_disabled")
	}
	owner := api.UserOf(registerAlone(api, "ina"))
	owner.Get("/api/entries").Denied("workspace_required")
	owner.Get("/api/auth/me").OK()
}

// A member of an instance of this kind joins by invitation, and makes none.
func TestInvitedPeopleMakeNoWorkspace(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, byOperator)
	owner := api.Register("olga")
	owner.AddMember("anton", "analyst").Post("/api/workspaces",
		object{"name": "Own"}).Denied("workspace_creation_disabled")
}

// Of parallel registrations in an empty instance one is the first.
func TestOneAccountIsTheFirst(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, byOperator)
	answers := make([]*apitest.Answer, 4)
	testkit.Race(t, len(answers), func(i int) { answers[i] = registerAlone(api, string(rune('a'+i))+"nna") })
	with := 0
	for _, a := range answers {
		if a.Status == 200 && a.OK()["workspace"] != nil {
			with++
		}
	}
	if with != 1 {
		t.Errorf("%d accounts have a workspace", with)
	}
}
