package account_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/shared/domain"
)

const unlinkPath = "/api/auth/me/external-logins/external"

// subjectPK is the partition key of the external login.
var subjectPK = "EXT#external#" + domain.Digest("subject-1")

// linkLogin writes an external login of a user to the table.
func linkLogin(t *testing.T, h *apitest.Service, p *apitest.User) {
	t.Helper()
	setAttribute(t, h, "USER#"+p.ID, "PROFILE", "logins",
		[]object{{"provider": "external", "sub": "subject-1", "linked": "2026-06-17T12:00:00Z"}})
	putItem(t, h, subjectPK, "USER", object{"uid": p.ID})
}

func TestUnlink(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Delete(unlinkPath).Problem(404, "not_found")
	linkLogin(t, h, ada)
	if got := ada.Delete(unlinkPath).OK(); got["id"] != "external" || got["deleted"] != true {
		t.Errorf("answer %v", got)
	}
	me := ada.Get("/api/auth/me").OK()
	if logins := me["external_logins"].([]any); len(logins) != 0 || me["version"] != 2.0 {
		t.Errorf("logins %v, version %v; want none and 2", logins, me["version"])
	}
	ada.Delete(unlinkPath).Problem(404, "not_found")
	for _, item := range apitest.TableItems(h) {
		if pk := item["pk"].(*types.AttributeValueMemberS).Value; pk == subjectPK {
			t.Error("the external login still exists")
		}
	}
}

func TestUnlinkKeepsTheLastSignInMethod(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	linkLogin(t, h, ada)
	setAttribute(t, h, "USER#"+ada.ID, "PROFILE", "pw", "")
	ada.Delete(unlinkPath).Problem(409, "conflict")
	if logins := ada.Get("/api/auth/me").OK()["external_logins"].([]any); len(logins) != 1 {
		t.Errorf("logins %v, want the one", logins)
	}
	ada.Post("/api/auth/password/set", object{"newPassword": apitest.Password}).OK()
	ada.Delete(unlinkPath).OK()
}
