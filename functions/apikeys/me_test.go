package apikeys_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestMe(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("olga")
	analyst := owner.AddMember("anton", "analyst")
	raw, id := createKey(t, analyst) // analysts may have keys, which can only read
	me := api.UseKey(raw).OK()
	want := map[string]any{
		"user":      object{"id": analyst.ID, "email": analyst.Email, "display_name": "anton"},
		"workspace": object{"id": owner.WorkspaceID, "name": "olga's workspace", "role": "analyst"},
		"api_key":   object{"id": id, "name": "robot", "access": "full", "expires_at": nil},
		"app":       nil,
	}
	if fmt.Sprint(me) != fmt.Sprint(want) {
		t.Errorf("me %v, want %v", me, want)
	}
	api.As(raw).Post("/api/v1/timers/start", nil).Denied("analyst_read_only")
}
