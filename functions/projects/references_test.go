package projects_test

import (
	"testing"

	"stint/internal/apitest"
)

// A reference into another workspace of the caller is a mismatch; into one
// that is not theirs, it leads nowhere.
func TestReferencesIntoOtherWorkspaces(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, stan := h.Register("ada"), h.Register("stan")
	amir := ada.AddMember("amir", "admin") // whose active workspace is ada's
	path := createProject(ada, object{"name": "Site"})
	clientOf := func(p *apitest.User) string { return p.Post("/api/clients", object{"name": "Elsewhere"}).ID() }
	outsidersClient := clientOf(stan)

	// Until amir is in stan's workspace too, nothing there exists for him.
	amir.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Invalid("clientId client_not_found")
	amir.Get("/api/projects?client_id=" + outsidersClient).Invalid("client_id client_not_found")
	invitation := stan.Invite(amir.Email, "user")
	amir.Post("/api/me/pending-invitations/"+invitation+"/accept", nil).OK()

	amir.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Denied("workspace_mismatch")
	amir.Post("/api/projects", object{"name": "", "clientId": outsidersClient, "color": 1}).Denied("workspace_mismatch")
	amir.Post("/api/projects:upsert", object{"items": []object{{"name": "x"}, {"name": "", "clientId": outsidersClient}}}).Denied("workspace_mismatch")
	amir.Patch(path, object{"clientId": outsidersClient}).Denied("workspace_mismatch")
	amir.Get("/api/projects?client_id=" + outsidersClient).Denied("workspace_mismatch")
	amir.Post(path+"/members", object{"userId": stan.ID}).Denied("workspace_mismatch")
	ada.Post(path+"/members", object{"userId": stan.ID}).Invalid("userId user_not_found")
	ada.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Invalid("clientId client_not_found")

	stan.Delete("/api/workspaces/" + stan.WorkspaceID + "/members/" + amir.ID).OK()
	amir.Post("/api/projects", object{"name": "x", "clientId": outsidersClient}).Invalid("clientId client_not_found")
	amir.Post(path+"/members", object{"userId": stan.ID}).Invalid("userId user_not_found")
}
