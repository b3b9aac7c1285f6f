package apikeys_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestRevoke(t *testing.T) {
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	raw, id := createKey(t, owner)
	api.UseKey(raw).OK()
	revoke(outsider, outsider.WorkspaceID, id).Problem(404, "not_found")
	revoke(outsider, owner.WorkspaceID, id).Problem(404, "not_found")
	api.UseKey(raw).OK()
	revoked := revoke(owner, owner.WorkspaceID, strings.ToUpper(id)).OK() // ids are read in any case
	if revoked["id"] != id || revoked["deleted"] != true {
		t.Errorf("answer %v", revoked)
	}
	api.UseKey(raw).Problem(401, "unauthorized") // with the next request
	api.Clock.Advance(time.Minute)
	revoke(owner, owner.WorkspaceID, id).OK()
	if got := owner.Get("/api/auth/api-keys").Items()[0]["revoked_at"]; got != "2026-06-17T12:00:00Z" {
		t.Errorf("revoked_at %v, want the first time", got)
	}
	api.UseKey(raw).Problem(401, "unauthorized")
}

func TestRevokeUnderFaults(t *testing.T) {
	var owner *apitest.User
	var raw string
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			key, id := createKey(t, owner)
			raw = key
			return func() *apitest.Answer { return revoke(owner, owner.WorkspaceID, id) }
		},
		State: func(*apitest.Service) string {
			if owner.Get("/api/auth/api-keys").Items()[0]["revoked_at"] == nil {
				return "alive"
			}
			return "revoked"
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			again.OK()
			api.UseKey(raw).Problem(401, "unauthorized")
		},
	}.Run(t)
}
