package timers_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestDiscard(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	timer := ada.Post("/api/timers/start", nil).ID()
	if got := ada.Delete("/api/timers/" + timer).OK(); got["id"] != timer || got["deleted"] != true {
		t.Errorf("answer %v", got)
	}
	ada.Delete("/api/timers/"+timer).Problem(404, "not_found")
	if items := ada.Get("/api/entries").Items(); len(items) != 0 {
		t.Errorf("left %v", items)
	}
}
