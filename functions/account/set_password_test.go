package account_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestSetFirstPassword(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Post("/api/auth/password/set", object{"newPassword": newPassword}).Problem(409, "conflict")
	setAttribute(t, h, "USER#"+ada.ID, "PROFILE", "pw", "")
	if got := ada.Get("/api/auth/me").OK()["has_password"]; got != false {
		t.Errorf("has_password %v", got)
	}
	ada.Patch(profile, object{"newPassword": newPassword}).Problem(409, "conflict")
	ada.Patch(profile, object{"newPassword": newPassword, "currentPassword": "x"}).Problem(409, "conflict")
	ada.Post("/api/auth/password/set", object{"newPassword": "short"}).Invalid("newPassword min_length")
	ada.Post("/api/auth/password/set", object{}).Invalid("newPassword required")
	ada.Post("/api/auth/password/set", object{"newPassword": newPassword}).OK()
	ada.Post("/api/auth/password/set", object{"newPassword": newPassword}).Problem(409, "conflict")
	ada.Get("/api/auth/me").OK()
	login(h, ada.Email, newPassword).OK()
}
