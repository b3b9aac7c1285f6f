package timers_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestTrackTenMinutes(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")

	started := ada.Post("/api/timers/start", map[string]any{"description": "Plan"}).OK()
	if started["stopped_entry"] != nil {
		t.Errorf("stopped_entry %v, want null", started["stopped_entry"])
	}
	h.Clock.Advance(10 * time.Minute)
	stopped := ada.Post("/api/timers/"+started["id"].(string)+"/stop", nil).OK()
	if got := stopped["duration_seconds"]; got != 600.0 {
		t.Errorf("duration %v, want 600", got)
	}
	items := ada.Get("/api/entries").Items()
	if len(items) != 1 || items[0]["id"] != started["id"] {
		t.Errorf("list %v, want the one entry %v", items, started["id"])
	}
}
