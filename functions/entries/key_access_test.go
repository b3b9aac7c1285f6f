package entries_test

import (
	"testing"

	"stint/internal/apitest"
)

// With the access time, the key of an admin writes the time of its owner only.
func TestTimeKeysWriteTheirOwnersTime(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("olga")
	member := owner.AddMember("mia", "user")
	theirs := member.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z",
		"stoppedAt": "2026-06-16T10:00:00Z"}).ID()
	timer := member.Post("/api/timers/start", nil).ID()
	send := func(access, method, path string, body any) *apitest.Answer {
		key := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys",
			object{"name": access, "access": access}).OK()["token"].(string)
		return api.As(key).Do(method, "/api/v1"+path, body)
	}
	entry := func(user string) object {
		return object{"userId": user, "startedAt": "2026-06-16T11:00:00Z", "stoppedAt": "2026-06-16T12:00:00Z"}
	}
	row := object{"id": theirs, "userId": member.ID, "description": "changed"}
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/entries", entry(member.ID)},
		{"POST", "/entries:bulk", object{"items": []object{row}}},
		{"PATCH", "/entries/" + theirs, object{"description": "changed"}},
		{"POST", "/timers/" + timer + "/stop", nil},
		{"DELETE", "/entries/" + theirs, nil},
	} {
		send("time", c.method, c.path, c.body).Denied("scope_insufficient")
		send("full", c.method, c.path, c.body).OK()
	}
	mine := send("time", "POST", "/entries", entry(owner.ID)).ID()
	send("time", "PATCH", "/entries/"+mine, object{"description": "mine"}).OK()
	send("time", "POST", "/entries:bulk", object{"items": []object{{"id": mine, "op": "delete"}}}).OK()
	send("read", "GET", "/entries", nil).OK()
	send("read", "POST", "/timers/start", nil).Denied("scope_insufficient")
}
