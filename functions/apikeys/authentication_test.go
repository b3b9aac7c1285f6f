package apikeys_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/auth/opaque"
	"stint/shared/config"
)

// A malformed key is refused without a read.
func TestMistypedKeysReadNothing(t *testing.T) {
	api := apitest.New(t)
	raw, _ := createKey(t, api.Register("ada"))
	other := func(i int) string {
		digit := byte('0')
		if raw[i] == digit {
			digit = '1'
		}
		return raw[:i] + string(digit) + raw[i+1:]
	}
	bad := []string{
		raw + "x", raw[:len(raw)-1], raw + "\t", strings.ToUpper(raw), "x" + raw, "stint_local_", "stint_" + raw[12:],
		strings.Replace(raw, "local", "live", 1),
		opaque.NewAPIKey(opaque.Live).Reveal(), opaque.NewAPIKey(opaque.Test).Reveal(),
		strings.Repeat("A", 64<<10), "stint_local_" + strings.Repeat("é", 19), other(12), other(30), other(len(raw) - 1),
	}
	api.Probe.Reset()
	for i, key := range bad {
		answer := api.UseKey(key)
		answer.Problem(401, "unauthorized")
		if !strings.HasPrefix(answer.Header.Get("WWW-Authenticate"), "Bearer ") {
			t.Errorf("key %d: no WWW-Authenticate", i)
		}
	}
	if calls := api.Probe.Snapshot().Calls; len(calls) != 0 {
		t.Errorf("calls %v, want none", calls)
	}
	api.UseKey(opaque.NewAPIKey(opaque.Local).Reveal()).Problem(401, "unauthorized")
	if calls := fmt.Sprint(api.Probe.Snapshot().Calls); calls != "map[GetItem:1]" {
		t.Errorf("an unknown key cost %s, want one read", calls)
	}
}

// A key is valid in its environment only.
func TestKeysBelongToTheirEnvironment(t *testing.T) {
	api := apitest.New(t)
	raw, _ := createKey(t, api.Register("ada"))
	live := api.NewInstance(func(c *config.Config) { c.Env = "live" })
	api.SendTo(live, apitest.Request{Method: "GET", Path: "/api/v1/me", Bearer: raw}).Problem(401, "unauthorized")
	api.UseKey(raw).OK()
}

func TestKeysExpire(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	raw := create(owner, object{"name": "brief", "expiresAt": "2026-06-17T12:10:00Z"}).OK()["token"].(string)
	api.Clock.Advance(10*time.Minute - time.Second)
	api.UseKey(raw).OK()
	api.Clock.Advance(time.Second)
	api.UseKey(raw).Problem(401, "unauthorized")
	if got := len(owner.Get("/api/auth/api-keys").Items()); got != 1 {
		t.Errorf("%d keys listed, want the expired one", got)
	}
}

// The end of a membership ends its keys for good.
func TestKeysEndWithTheMembership(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("olga")
	coworker := owner.AddMember("mia", "user")
	raw, _ := createKey(t, coworker)
	member := "/api/workspaces/" + owner.WorkspaceID + "/members/" + coworker.ID
	owner.Delete(member).OK()
	api.UseKey(raw).Problem(401, "unauthorized")
	coworker.Get("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys").Problem(404, "not_found")
	owner.Patch(member, object{"isDeactivated": false}).OK()
	api.UseKey(raw).Problem(401, "unauthorized")
	fresh, _ := createKey(t, coworker)
	api.UseKey(fresh).OK()
	coworker.Post("/api/workspaces/"+owner.WorkspaceID+"/leave", nil).OK()
	api.UseKey(fresh).Problem(401, "unauthorized")
	if got := len(coworker.Get("/api/auth/api-keys").Items()); got != 2 {
		t.Errorf("%d keys of her own, want 2", got)
	}
}

// A password reset ends the keys of all workspaces, unless the request keeps them.
func TestKeysEndWithAReset(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	raw, _ := createKey(t, owner)
	revokedRaw, revokedID := createKey(t, owner)
	revoke(owner, owner.WorkspaceID, revokedID).OK()
	other := owner.Post("/api/workspaces", object{"name": "Other"}).ID()
	otherRaw := owner.Post("/api/me/workspaces/"+other+"/api-keys", object{"name": "other"}).OK()["token"].(string)
	reset := func(more object) *apitest.User {
		t.Helper()
		api.Clock.Advance(time.Minute)
		api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
			Body: object{"email": owner.Email}}).OK()
		body := apitest.Body(object{"token": owner.MailedToken(owner.Email, "password-reset"),
			"newPassword": "another good password"}, more)
		api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", Body: body}).OK()
		return api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
			Body: object{"email": owner.Email, "password": "another good password"}}))
	}

	reset(object{"keepApiKeys": true})
	api.UseKey(raw).OK()
	api.UseKey(otherRaw).OK()
	in := reset(nil)
	for _, key := range []string{raw, otherRaw, revokedRaw} {
		api.UseKey(key).Problem(401, "unauthorized")
	}
	times := map[string]int{}
	for _, key := range in.Get("/api/auth/api-keys").Items() {
		times[fmt.Sprint(key["revoked_at"])]++
	}
	if got := fmt.Sprint(times); got != "map[2026-06-17T12:00:00Z:1 2026-06-17T12:02:00Z:2]" {
		t.Errorf("the keys were revoked at %s", got)
	}
	made := in.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "fresh"}).OK()
	fresh := made["token"].(string)
	api.UseKey(fresh).OK()
	if listed := in.Get("/api/me/workspaces/" + owner.WorkspaceID + "/api-keys").Items()[0]; listed["id"] != made["id"] ||
		listed["revoked_at"] != nil {
		t.Errorf("a key that was made after the reset: %v", listed)
	}
	reset(object{"keepApiKeys": nil})
	api.UseKey(fresh).Problem(401, "unauthorized")
}

func TestKeysEndWithTheWorkspace(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	raw, _ := createKey(t, owner)
	owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
	api.UseKey(raw).Problem(401, "unauthorized")
}
