package apikeys_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestRevoke(t *testing.T) {
	h := apitest.New(t)
	ada, bob := h.Register("ada"), h.Register("bob")
	raw, id := createToken(t, ada)
	getWithKey(h, raw).OK()
	revoke(bob, bob.WorkspaceID, id).Problem(404, "not_found")
	revoke(bob, ada.WorkspaceID, id).Problem(404, "not_found")
	getWithKey(h, raw).OK()
	revoked := revoke(ada, ada.WorkspaceID, strings.ToUpper(id)).OK()
	if revoked["id"] != id || revoked["deleted"] != true {
		t.Errorf("answer %v", revoked)
	}
	getWithKey(h, raw).Problem(401, "unauthorized") // with the next request
	h.Clock.Advance(time.Minute)
	revoke(ada, ada.WorkspaceID, id).OK()
	if got := ada.Get("/api/auth/api-keys").Items()[0]["revoked_at"]; got != "2026-06-17T12:00:00Z" {
		t.Errorf("revoked_at %v, want the first time", got)
	}
	getWithKey(h, raw).Problem(401, "unauthorized")
}

func TestRevokeUnderFaults(t *testing.T) {
	var ada *apitest.User
	var raw string
	apitest.FaultWalk{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada = h.Register("ada")
			key, id := createToken(t, ada)
			raw = key
			return func() *apitest.Answer { return revoke(ada, ada.WorkspaceID, id) }
		},
		State: func(*apitest.Service) string {
			if ada.Get("/api/auth/api-keys").Items()[0]["revoked_at"] == nil {
				return "alive"
			}
			return "revoked"
		},
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
			again.OK()
			getWithKey(h, raw).Problem(401, "unauthorized")
		},
	}.Run(t)
}
