package timers_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestStopTheRunningTimer(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	const path = "/api/timers/current/stop"
	ada.Post(path, nil).Problem(404, "not_found")
	timer := ada.Post("/api/timers/start", object{"startedAt": at(-10)}).ID()
	ada.Post(path, object{"stoppedAt": at(-11)}).Invalid("stoppedAt before_start")
	ada.Post(path, "{broken").Problem(400, "malformed_request")
	if stopped := ada.Post(path, object{"stoppedAt": at(-5)}).OK(); stopped["id"] != timer || stopped["duration_seconds"] != 300.0 {
		t.Errorf("stopped %v", stopped)
	}
	ada.Post(path, nil).Problem(404, "not_found")
}

func TestAKeyStopsTheRunningTimer(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	key := ada.Post("/api/me/workspaces/"+ada.WorkspaceID+"/api-keys", object{"name": "cli", "access": "time"}).OK()["token"].(string)
	ada.Post("/api/timers/start", nil).OK()
	h.Clock.Advance(time.Minute)
	answer := h.Send(apitest.Request{Method: "POST", Path: "/api/v1/timers/current/stop", Bearer: key})
	if answer.OK()["duration_seconds"] != 60.0 {
		t.Errorf("stopped %s", answer.Body)
	}
}
