package account_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestSetFirstPassword(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Post("/api/auth/password/set", object{"newPassword": newPassword}).Problem(409, "conflict")
	setAttribute(t, api, "USER#"+owner.ID, "PROFILE", "pw", "")
	if got := owner.Get("/api/auth/me").OK()["has_password"]; got != false {
		t.Errorf("has_password %v", got)
	}
	owner.Patch(profile, object{"newPassword": newPassword}).Problem(409, "conflict")
	owner.Patch(profile, object{"newPassword": newPassword, "currentPassword": "x"}).Problem(409, "conflict")
	owner.Post("/api/auth/password/set", object{"newPassword": "short"}).Invalid("newPassword min_length")
	owner.Post("/api/auth/password/set", object{}).Invalid("newPassword required")
	owner.Post("/api/auth/password/set", object{"newPassword": newPassword}).OK()
	owner.Post("/api/auth/password/set", object{"newPassword": newPassword}).Problem(409, "conflict")
	owner.Get("/api/auth/me").OK()
	login(api, owner.Email, newPassword).OK()
}
