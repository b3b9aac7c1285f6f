package account_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

const (
	profile     = "/api/me/profile"
	newPassword = "a much better one"
)

func TestProfileName(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	if user := owner.Patch(profile,
		object{"displayName": "  Ada Lovelace "}).OK(); user["display_name"] != "Ada Lovelace" ||
		user["version"] != 2.0 {
		t.Errorf("user %v", user)
	}
	if user := owner.Patch(profile, nil).OK(); user["version"] != 2.0 {
		t.Errorf("no change made version %v", user["version"])
	}
	owner.Patch(profile, object{"displayName": nil}).Invalid("displayName required")
	owner.Patch(profile, object{"displayName": " "}).Invalid("displayName min_length")
	owner.Patch(profile, object{"displayName": strings.Repeat("é", 100)}).OK()
	owner.Patch(profile, object{"displayName": strings.Repeat("é", 101)}).Invalid("displayName max_length")
}

func TestNewPassword(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	other := owner.SignInAgain()
	changed := owner.Patch(profile, object{"currentPassword": apitest.Password, "newPassword": newPassword,
		"displayName": "Ada"}).OK()
	if changed["display_name"] != "Ada" || changed["version"] != 2.0 {
		t.Errorf("user %v", changed)
	}
	other.Get("/api/auth/me").Problem(401, "unauthorized") // at once, not when its token ends
	refreshSession(api, other.RefreshCookie, nil).Problem(401, "unauthorized")
	owner.Get("/api/auth/me").OK() // the one that changed it stays
	refreshSession(api, owner.RefreshCookie, nil).OK()
	login(api, owner.Email, apitest.Password).Problem(401, "unauthorized")
	login(api, owner.Email, newPassword).OK()
	if got := owner.Get("/api/auth/sessions").Items(); len(got) != 2 {
		t.Errorf("%d sessions, want hers and the new one", len(got))
	}
}

func TestNewPasswordIsRefused(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	patch := func(body object) *apitest.Answer { return owner.Patch(profile, body) }
	patch(object{"newPassword": newPassword}).Invalid("currentPassword required")
	patch(object{"newPassword": newPassword, "currentPassword": nil}).Invalid("currentPassword required")
	patch(object{"newPassword": newPassword, "currentPassword": "wrong"}).Invalid("currentPassword password_incorrect")
	patch(object{"newPassword": nil, "currentPassword": apitest.Password}).Invalid("newPassword required")
	patch(object{"newPassword": "password1", "currentPassword": apitest.Password}).Invalid("newPassword password_too_weak")
	patch(object{"newPassword": strings.Repeat("x", 129), "currentPassword": apitest.Password}).Invalid(
		"newPassword max_length")
	runs := api.Deps.Hasher.Derivations()
	patch(object{"newPassword": strings.Repeat("x", 7)}).Invalid("newPassword min_length", "currentPassword required")
	if api.Deps.Hasher.Derivations() != runs {
		t.Error("a password was hashed although the request is invalid")
	}
	owner.With("If-Match", `"7"`).Patch(profile, object{
		"newPassword": newPassword, "currentPassword": apitest.Password}).Problem(409, "conflict")
	login(api, owner.Email, apitest.Password).OK()
}

func TestWrongCurrentPasswordsAreLimited(t *testing.T) {
	api := apitest.New(t, withLimits(5, 0))
	owner := api.Register("ada")
	for range 5 {
		owner.Patch(profile, object{"newPassword": newPassword, "currentPassword": "wrong"}).Invalid(
			"currentPassword password_incorrect")
	}
	right := object{"newPassword": newPassword, "currentPassword": apitest.Password}
	owner.Patch(profile, right).Problem(429, "rate_limited")
	owner.Patch(profile, object{"displayName": "Ada"}).OK() // only passwords count
	api.Clock.Advance(time.Minute)
	owner.Patch(profile, right).OK()
}

// Of two changes of one version, the later one gets a conflict.
func TestConcurrentProfileChanges(t *testing.T) {
	name := object{"displayName": "A"}
	password := object{"currentPassword": apitest.Password, "newPassword": newPassword}
	for what, bodies := range map[string][2]object{
		"two names": {name, {"displayName": "B"}}, "name first": {name, password}, "password first": {password, name},
	} {
		t.Run(what, func(t *testing.T) {
			api := apitest.New(t)
			owner := api.Register("ada")
			late := holdBeforeWrite(api, func() *apitest.Answer { return owner.Patch(profile, bodies[1]) })
			owner.Patch(profile, bodies[0]).OK()
			late().Problem(409, "conflict")
			if got := owner.Get("/api/auth/me").OK()["version"]; got != 2.0 {
				t.Errorf("version %v, want 2", got)
			}
		})
	}
}

// holdBeforeWrite sends a request and stops it before its first write. The returned
// function lets it continue and waits for its answer.
func holdBeforeWrite(api *apitest.Service, request func() *apitest.Answer) (answer func() *apitest.Answer) {
	on, done := make(chan struct{}), make(chan *apitest.Answer, 1)
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(on), Where: testkit.Writes})
	go func() { done <- request() }()
	<-held.Reached()
	return func() *apitest.Answer {
		close(on)
		return <-done
	}
}

// A switch of the workspace does not change the version of the user, so a concurrent
// profile change succeeds.
func TestProfileChangeDuringAWorkspaceSwitch(t *testing.T) {
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	addMember(t, owner, outsider.WorkspaceID, "user", "2026-06-01T00:00:00Z")
	late := holdBeforeWrite(api, func() *apitest.Answer { return owner.Patch(profile, object{"displayName": "Ada"}) })
	refreshSession(api, owner.RefreshCookie, object{"workspaceId": outsider.WorkspaceID}).OK()
	late().OK()
	if got := activeWorkspaceID(login(api, owner.Email, apitest.Password).OK()); got != outsider.WorkspaceID {
		t.Errorf("last active %s, want %s: the switch was lost", got, outsider.WorkspaceID)
	}
}
