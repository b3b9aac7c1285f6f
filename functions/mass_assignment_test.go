package functions_test

import (
	"testing"

	"stint/internal/apitest"
)

// Requests cannot set properties that the service sets: ids, owners, workspaces,
// versions and times. They are ignored, however they are spelled.
func TestMassAssignmentIsIgnored(t *testing.T) {
	api := apitest.New(t)
	owner, outsider := api.Register("olga"), api.Register("eve")
	user := owner.AddMember("uma", "user")
	smuggled := func(more object) object {
		return apitest.Body(object{
			"id": outsider.ID, "userId": owner.ID, "user_id": owner.ID, "workspaceId": outsider.WorkspaceID,
			"workspace_id": outsider.WorkspaceID, "ownerId": user.ID, "email": "boss@example.com", "emailVerified": true,
			"epoch": 0, "version": 99, "createdAt": "2001-01-01T00:00:00Z", "isUsed": true,
		}, more)
	}

	api.RunWorker()
	me := outsider.Patch("/api/me/profile", smuggled(object{"displayName": "Eve"})).OK()
	if me["id"] != outsider.ID || me["email"] != outsider.Email || me["email_verified"] != false || me["version"] != 2.0 {
		t.Errorf("profile %v", me)
	}
	project := owner.Post("/api/projects", smuggled(object{"name": "Mine"})).OK()
	if project["id"] == outsider.ID || project["version"] != 1.0 || project["created_at"] != "2026-06-17T12:00:00Z" {
		t.Errorf("project %v", project)
	}
	if n := len(outsider.Get("/api/projects").Items()); n != 0 {
		t.Errorf("%d projects were put into another workspace", n)
	}
	timer := user.Post("/api/timers/start", smuggled(nil)).OK()
	if timer["user_id"] != user.ID || timer["id"] == outsider.ID {
		t.Errorf("timer %v", timer)
	}
	if outsider.Get("/api/timers/current").OK()["timer"] != nil || owner.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("the timer runs for another user")
	}
	workspace := owner.Patch("/api/workspaces/"+owner.WorkspaceID,
		smuggled(object{"name": "Ours", "role": "analyst"})).OK()
	if workspace["role"] != "owner" || workspace["version"] != 2.0 || workspace["id"] != owner.WorkspaceID {
		t.Errorf("workspace %v", workspace)
	}
	self := "/api/workspaces/" + owner.WorkspaceID + "/members/" + user.ID
	user.Patch(self, object{"role": "owner"}).Denied("role_insufficient")
	owner.Patch(self, object{"role": "owner"}).Invalid("role enum_invalid") // only a transfer makes another owner
}
