package apikeys_test

import (
	"testing"

	"stint/internal/apitest"
)

type object = map[string]any

// create creates a key of a user for their workspace.
func create(p *apitest.User, body object) *apitest.Answer {
	return p.Post("/api/me/workspaces/"+p.WorkspaceID+"/api-keys", body)
}

// createKey creates a key and returns the key itself with its id.
func createKey(t *testing.T, p *apitest.User) (raw, id string) {
	t.Helper()
	key := create(p, object{"name": "robot"}).OK()
	return key["token"].(string), key["id"].(string)
}

func revoke(p *apitest.User, workspace, id string) *apitest.Answer {
	return p.Delete("/api/me/workspaces/" + workspace + "/api-keys/" + id)
}
