package account_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
)

const unlinkPath = "/api/auth/me/external-logins/external"

// subjectPK is the partition key of the external login.
var subjectPK = "EXT#external#" + domain.Digest("subject-1")

// linkLogin writes an external login of a user to the table.
func linkLogin(t *testing.T, api *apitest.Service, p *apitest.User) {
	t.Helper()
	setAttribute(t, api, "USER#"+p.ID, "PROFILE", "logins",
		[]object{{"provider": "external", "sub": "subject-1", "linked": "2026-06-17T12:00:00Z"}})
	putItem(t, api, subjectPK, "USER", object{"uid": p.ID})
}

func TestUnlink(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Delete(unlinkPath).Problem(404, "not_found")
	linkLogin(t, api, owner)
	if got := owner.Delete(unlinkPath).OK(); got["id"] != "external" || got["deleted"] != true {
		t.Errorf("answer %v", got)
	}
	me := owner.Get("/api/auth/me").OK()
	if logins := me["external_logins"].([]any); len(logins) != 0 || me["version"] != 2.0 {
		t.Errorf("logins %v, version %v; want none and 2", logins, me["version"])
	}
	owner.Delete(unlinkPath).Problem(404, "not_found")
	for _, item := range apitest.TableItems(api) {
		if testkit.TextOf(item["pk"]) == subjectPK {
			t.Error("the external login still exists")
		}
	}
}

func TestUnlinkKeepsTheLastSignInMethod(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	linkLogin(t, api, owner)
	setAttribute(t, api, "USER#"+owner.ID, "PROFILE", "pw", "")
	owner.Delete(unlinkPath).Problem(409, "conflict")
	if logins := owner.Get("/api/auth/me").OK()["external_logins"].([]any); len(logins) != 1 {
		t.Errorf("logins %v, want the one", logins)
	}
	owner.Post("/api/auth/password/set", object{"newPassword": apitest.Password}).OK()
	owner.Delete(unlinkPath).OK()
}
