package apikeys_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
)

func TestMe(t *testing.T) {
	h := apitest.New(t)
	olga := h.Register("olga")
	anton := olga.AddMember("anton", "analyst")
	raw, id := createToken(t, anton) // analysts may have keys, which can only read
	me := getWithKey(h, raw).OK()
	want := map[string]any{
		"user":      object{"id": anton.ID, "email": anton.Email, "display_name": "anton"},
		"workspace": object{"id": olga.WorkspaceID, "name": "olga's workspace", "role": "analyst"},
		"api_key":   object{"id": id, "name": "robot", "access": "full", "expires_at": nil},
	}
	if fmt.Sprint(me) != fmt.Sprint(want) {
		t.Errorf("me %v, want %v", me, want)
	}
	h.Send(apitest.Request{Method: "POST", Path: "/api/v1/timers/start", Bearer: raw}).Denied("analyst_read_only")
}
