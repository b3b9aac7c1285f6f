package deliverer_test

import (
	"encoding/json"
	"testing"
	"time"

	"stint/internal/apitest"
)

func auditLog(owner *apitest.User, action string) []map[string]any {
	return owner.Get("/api/workspaces/" + owner.WorkspaceID + "/audit-log?action=" + action).Items()
}

// The owner's webhook is sent the audit log, in its order and as the log shows it, from the request on. "*" does not
// include it.
func TestAuditLogAsEvents(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	s.run()
	member := s.owner.AddMember("bob", "user")
	if got := typesOf(s.run()); got != "member.joined" {
		t.Errorf("* received %s", got)
	}
	s.later(time.Second)
	s.owner.Patch(s.path(""), object{"events": []string{"audit.*"}}).OK()
	if got := typesOf(s.run()); got != "audit.webhook.changed" {
		t.Errorf("received %s", got)
	}
	s.owner.Patch("/api/workspaces/"+s.owner.WorkspaceID+"/members/"+member.ID,
		object{"role": "admin", "hourlyRate": 9000}).OK()
	s.tag("not a matter of the audit log")
	got := s.run()
	if typesOf(got) != "audit.member.role_changed audit.member.rate_changed" {
		t.Fatalf("received %s", typesOf(got))
	}
	data, _ := json.Marshal(got[0].data())
	shown, _ := json.Marshal(auditLog(s.owner, "member.role_changed")[0])
	if string(data) != string(shown) {
		t.Errorf("the data is\n%s\nthe log has\n%s", data, shown)
	}
	if again := s.run(); len(again) != 0 {
		t.Errorf("received again %v", again)
	}
	s.owner.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": member.Email, "password": "not the password"}}).Problem(401, "unauthorized")
	s.RunWorker()
	if got := typesOf(s.run()); got != "audit.sign_in.failed" {
		t.Errorf("received %s, which no request of the workspace wrote", got)
	}
}

// Nobody but the owner makes, changes or keys a webhook that is sent the audit log. Admins may delete it.
func TestOnlyTheOwnerAsksForTheAuditLog(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "audit.*", "tag.created")
	admin := s.owner.AddMember("adam", "admin")
	admin.Post(all, object{"url": "https://hooks.example.com/", "events": []string{"audit.*"}}).Denied("role_insufficient")
	admin.Patch(s.path(""), object{"url": "https://adam.example.com/"}).Denied("role_insufficient")
	admin.Patch(s.path(""), object{"events": []string{"*"}}).Denied("role_insufficient")
	admin.Post(s.path("/rotate-secret"), nil).Denied("role_insufficient")
	own := admin.Post(all, object{"url": "https://hooks.example.com/", "events": []string{"*"}}).ID()
	admin.Patch(all+"/"+own, object{"events": []string{"audit.*"}}).Denied("role_insufficient")
	admin.Delete(s.path("")).OK()
}

// A new owner did not ask for the events that the former one had sent. What they ask for is sent from then on.
func TestAuditLogAfterATransfer(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "audit.*")
	admin := s.owner.AddMember("adam", "admin")
	s.run()
	s.later(time.Second)
	s.owner.Post("/api/workspaces/"+s.owner.WorkspaceID+"/transfer-ownership", object{"userId": admin.ID}).OK()
	if got := s.run(); len(got) != 0 {
		t.Errorf("received %s after the transfer", typesOf(got))
	}
	s.later(time.Second)
	admin.Patch(s.path(""), object{"description": "of the new owner"}).OK()
	if got := typesOf(s.run()); got != "audit.webhook.changed" {
		t.Errorf("received %s", got)
	}
}

// An owner who gets the workspace back is sent nothing of the time in between. Meanwhile they have no event sent again.
func TestAuditLogAfterTheWorkspaceCameBack(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "audit.*")
	admin := s.owner.AddMember("adam", "admin")
	sent := s.run()
	last := sent[len(sent)-1].ID
	transfer := "/api/workspaces/" + s.owner.WorkspaceID + "/transfer-ownership"
	s.later(time.Second)
	s.owner.Post(transfer, object{"userId": admin.ID}).OK()
	admin.Post("/api/projects", object{"name": "Acme"}).OK()
	s.owner.Post(s.path("/deliveries/"+last+"/redeliver"), nil).Denied("role_insufficient")
	s.later(time.Second)
	admin.Post(transfer, object{"userId": s.owner.ID}).OK()
	s.later(time.Second)
	s.owner.Post("/api/projects", object{"name": "Bolt"}).OK()
	got := s.run()
	if typesOf(got) != "audit.ownership.transferred audit.project.created" ||
		got[1].data()["target"].(object)["name"] != "Bolt" {
		t.Errorf("received %s", typesOf(got))
	}
	s.owner.Post(s.path("/deliveries/"+last+"/redeliver"), nil).OK()
}
