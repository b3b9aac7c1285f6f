package functions_test

import (
	"testing"

	"stint/internal/apitest"
)

// Requests cannot set properties that the service sets: ids, owners, workspaces,
// versions and times. They are ignored, however they are spelled.
func TestMassAssignmentIsIgnored(t *testing.T) {
	h := apitest.New(t)
	olga, eve := h.Register("olga"), h.Register("eve")
	user := olga.AddMember("uma", "user")
	smuggled := func(more object) object {
		body := object{
			"id": eve.ID, "userId": olga.ID, "user_id": olga.ID, "workspaceId": eve.WorkspaceID, "workspace_id": eve.WorkspaceID,
			"ownerId": user.ID, "email": "boss@example.com", "emailVerified": true, "epoch": 0, "version": 99,
			"createdAt": "2001-01-01T00:00:00Z", "isUsed": true,
		}
		for name, value := range more {
			body[name] = value
		}
		return body
	}

	h.RunWorker()
	me := eve.Patch("/api/me/profile", smuggled(object{"displayName": "Eve"})).OK()
	if me["id"] != eve.ID || me["email"] != eve.Email || me["email_verified"] != false || me["version"] != 2.0 {
		t.Errorf("profile %v", me)
	}
	project := olga.Post("/api/projects", smuggled(object{"name": "Mine"})).OK()
	if project["id"] == eve.ID || project["version"] != 1.0 || project["created_at"] != "2026-06-17T12:00:00Z" {
		t.Errorf("project %v", project)
	}
	if n := len(eve.Get("/api/projects").Items()); n != 0 {
		t.Errorf("%d projects were put into another workspace", n)
	}
	timer := user.Post("/api/timers/start", smuggled(nil)).OK()
	if timer["user_id"] != user.ID || timer["id"] == eve.ID {
		t.Errorf("timer %v", timer)
	}
	if eve.Get("/api/timers/current").OK()["timer"] != nil || olga.Get("/api/timers/current").OK()["timer"] != nil {
		t.Error("the timer runs for another user")
	}
	workspace := olga.Patch("/api/workspaces/"+olga.WorkspaceID, smuggled(object{"name": "Ours", "role": "analyst"})).OK()
	if workspace["role"] != "owner" || workspace["version"] != 2.0 || workspace["id"] != olga.WorkspaceID {
		t.Errorf("workspace %v", workspace)
	}
	self := "/api/workspaces/" + olga.WorkspaceID + "/members/" + user.ID
	user.Patch(self, object{"role": "owner"}).Denied("role_insufficient")
	olga.Patch(self, object{"role": "owner"}).Invalid("role enum_invalid") // only a transfer makes another owner
}
