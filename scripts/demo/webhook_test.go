package demo

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/scripts/internal/sampledata"
)

// The receiver of the demo prints one line for each delivery, also after the demo was started
// again, and nothing that another sender made.
func TestTheReceiverPrintsDeliveries(t *testing.T) {
	t.Parallel()
	s, address := apitest.NewWithServer(t)
	s.Clock.Set(time.Now().UTC().Truncate(time.Second))
	agency := sampledata.Agency()
	owner := agency.Owner()
	body := map[string]any{"email": owner.Email, "password": agency.Password, "displayName": owner.Name}
	u := s.UserOf(s.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: body}))
	s.Clock.Advance(time.Second)
	noon := func() time.Time { return time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC) }
	for start := range 2 {
		var out bytes.Buffer
		r := NewReceiver(&out, noon)
		server := httptest.NewServer(r)
		defer server.Close()
		if err := ConnectWebhook(t.Context(), address, r, server.URL); err != nil {
			t.Fatal(err)
		}
		u.Post("/api/tags", map[string]any{"name": fmt.Sprint("Deep ", start)}).OK()
		s.Clock.Advance(time.Second) // events of the same moment have no order
		u.Post("/api/timers/start", map[string]any{"description": "Icons"}).OK()
		s.RunDeliverer(u.WorkspaceID)
		s.Clock.Advance(time.Second)
		u.Post("/api/timers/current/stop", nil).OK()
		s.RunDeliverer(u.WorkspaceID)
		s.Clock.Advance(time.Second)
		want := fmt.Sprintf("Webhook: 12:00:00 webhook.test\nWebhook: 12:00:00 tag.created \"Deep %d\"\nWebhook: "+
			"12:00:00 timer.started \"Icons\"\nWebhook: 12:00:00 timer.stopped \"Icons\"\n", start)
		if got := out.String(); got != want {
			t.Errorf("start %d printed\n%swant\n%s", start, got, want)
		}
		forged := httptest.NewRecorder()
		r.ServeHTTP(forged, httptest.NewRequest("POST", "/", bytes.NewReader([]byte(`{"type":"tag.created"}`))))
		if forged.Code != 401 || out.String() != want {
			t.Errorf("a forged delivery: %d", forged.Code)
		}
	}
	if n := len(u.Get("/api/webhooks").Items()); n != 1 {
		t.Errorf("%d webhooks after two starts", n)
	}
}
