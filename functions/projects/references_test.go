package projects_test

import (
	"testing"

	"stint/functions/apitest"
)

// A reference into another workspace of the caller is a mismatch; into one
// that is not theirs, it leads nowhere.
func TestReferencesIntoOtherWorkspaces(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, stan := h.Register("ada"), h.Register("stan")
	amir := ada.Bring("amir", "admin") // whose active workspace is ada's
	path := made(ada, object{"name": "Site"})
	clientOf := func(p *apitest.Person) string { return p.Post("/api/clients", object{"name": "Elsewhere"}).ID() }
	strangers := clientOf(stan)

	// Until amir is in stan's workspace too, nothing there exists for him.
	amir.Post("/api/projects", object{"name": "x", "clientId": strangers}).Invalid("clientId client_not_found")
	amir.Get("/api/projects?client_id=" + strangers).Invalid("client_id client_not_found")
	invitation := stan.Invite(amir.Email, "user")
	amir.Post("/api/me/pending-invitations/"+invitation+"/accept", nil).OK()

	amir.Post("/api/projects", object{"name": "x", "clientId": strangers}).Denied("workspace_mismatch")
	amir.Post("/api/projects", object{"name": "", "clientId": strangers, "color": 1}).Denied("workspace_mismatch")
	amir.Patch(path, object{"clientId": strangers}).Denied("workspace_mismatch")
	amir.Get("/api/projects?client_id=" + strangers).Denied("workspace_mismatch")
	amir.Post(path+"/members", object{"userId": stan.ID}).Denied("workspace_mismatch")
	ada.Post(path+"/members", object{"userId": stan.ID}).Invalid("userId user_not_found")
	ada.Post("/api/projects", object{"name": "x", "clientId": strangers}).Invalid("clientId client_not_found")

	stan.Delete("/api/workspaces/" + stan.WorkspaceID + "/members/" + amir.ID).OK()
	amir.Post("/api/projects", object{"name": "x", "clientId": strangers}).Invalid("clientId client_not_found")
	amir.Post(path+"/members", object{"userId": stan.ID}).Invalid("userId user_not_found")
}
