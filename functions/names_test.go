package functions_test

import (
	"testing"

	"stint/internal/apitest"
)

// Names that mails show may not look like links. Names that were set before still load.
func TestShownNamesAreNoLinks(t *testing.T) {
	w := newWorld(t)
	owner := "/api/workspaces/" + w.owner.WorkspaceID
	for _, name := range []string{"click http://evil.example", "WWW.evil.example", "ftp://x", "tel:+4930123456",
		"Call tel:112", "(mailto:me)", "ＭＡＩＬＴＯ:me@x", "\uff57\uff57\uff57.evil.example"} {
		w.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
			"email": "x@example.com", "password": apitest.Password, "displayName": name, "workspaceName": name,
		}}).Invalid("displayName text_not_allowed", "workspaceName text_not_allowed")
		w.owner.Patch("/api/me/profile", object{"displayName": name}).Invalid("displayName text_not_allowed")
		w.owner.Post("/api/workspaces", object{"name": name}).Invalid("name text_not_allowed")
		w.owner.Patch(owner, object{"name": name}).Invalid("name text_not_allowed")
		w.owner.Post("/api/me/workspaces/"+w.owner.WorkspaceID+"/api-keys",
			object{"name": name}).Invalid("name text_not_allowed")
	}
	for _, name := range []string{"Tel: 112", "Hotel:Berlin", "Data: 2026", "Müller & Co. KG"} {
		w.owner.Patch(owner, object{"name": name}).OK()
	}
	w.owner.Post("/api/projects", object{"name": "www.example.com"}).OK() // no mail shows it
	w.setAttribute(t, "WS#"+w.owner.WorkspaceID, "META", "name", "www.old.example")
	if name := w.owner.Get(owner).OK()["name"]; name != "www.old.example" {
		t.Errorf("the name became %v", name)
	}
	w.owner.Patch(owner, object{"weekStart": "sunday"}).OK()
}
