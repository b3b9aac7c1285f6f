package account_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestPreferences(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	const path = "/api/auth/me/preferences"
	set := owner.Patch(path, object{"preferredLanguage": "de-ch"})
	if user := set.OK(); user["preferred_language"] != "de-CH" || user["version"] != 2.0 ||
		set.Header.Get("ETag") != `"2"` {
		t.Errorf("set: %v", user)
	}
	if user := owner.Patch(path, object{}).OK(); user["preferred_language"] != "de-CH" || user["version"] != 2.0 {
		t.Errorf("nothing: %v", user)
	}
	owner.Patch(path, nil).Invalid(" required")
	owner.Patch(path, object{"preferredLanguage": "no such language"}).Invalid("preferredLanguage language_invalid")
	stale := owner.With("If-Match", `"1"`).Patch(path, object{"preferredLanguage": "fr"})
	stale.Problem(409, "conflict")
	if user := owner.Patch(path, object{"preferred_language": nil}).OK(); user["preferred_language"] != nil ||
		user["version"] != 3.0 {
		t.Errorf("cleared: %v", user)
	}
	if got := owner.Get("/api/auth/me").OK(); got["preferred_language"] != nil || got["version"] != 3.0 {
		t.Errorf("me: %v", got)
	}
}
