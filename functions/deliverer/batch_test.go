package deliverer_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
)

func newBatchSetup(t *testing.T, events ...string) *setup {
	t.Helper()
	s := newSetup(t, apitest.New(t), events...)
	if h := s.owner.Patch(s.path(""), object{"isBatch": true}).OK(); h["is_batch"] != true || h["version"] != 2.0 {
		t.Fatalf("the webhook is %v", h)
	}
	return s
}

// namesIn are the names of the tags in a batch, with the ids of the events.
func namesIn(t *testing.T, m message) (names string, ids []string) {
	t.Helper()
	var all []string
	for _, it := range m.Body["data"].([]any) {
		event := it.(object)
		if event["type"] != "tag.created" || event["timestamp"] == "" {
			t.Errorf("an event is %v", event)
		}
		all = append(all, event["data"].(object)["record"].(object)["name"].(string))
		ids = append(ids, event["id"].(string))
	}
	return strings.Join(all, " "), ids
}

// A webhook for batches gets its events in order, in one signed request.
func TestBatches(t *testing.T) {
	t.Parallel()
	s := newBatchSetup(t, "tag.created")
	for i := range 3 {
		s.tag(fmt.Sprint("t", i))
	}
	got := s.run()
	if len(got) != 1 || got[0].Type != "batch" || got[0].Body["workspace_id"] != s.owner.WorkspaceID {
		t.Fatalf("received %v", got)
	}
	s.wantSigned(t, got[0], s.secret)
	names, ids := namesIn(t, got[0])
	if names != "t0 t1 t2" {
		t.Errorf("received %s", names)
	}
	for i, d := range s.deliveries() {
		if d["id"] != ids[2-i] || d["status"] != "succeeded" || d["attempts"] != 1.0 {
			t.Errorf("a delivery is %v", d)
		}
	}
	if again := s.run(); len(again) != 0 {
		t.Errorf("received again %v", again)
	}
}

// A batch that failed is sent again with the same ids, and with what came since as another message.
func TestAFailedBatchIsRepeated(t *testing.T) {
	t.Parallel()
	s := newBatchSetup(t, "tag.created")
	s.to.answerStatus(http.StatusInternalServerError)
	s.tag("t0")
	s.tag("t1")
	first := s.run()
	s.later(5 * time.Second)
	second := s.run()
	if len(first) != 1 || len(second) != 1 || first[0].ID != second[0].ID ||
		string(first[0].raw) != string(second[0].raw) {
		t.Fatalf("the repeat is another message: %v and %v", first, second)
	}
	s.to.answer(nil)
	s.tag("t2")
	s.later(30 * time.Second)
	third := s.run()
	if len(third) != 1 || third[0].ID == first[0].ID {
		t.Fatalf("received %v", third)
	}
	_, before := namesIn(t, first[0])
	names, ids := namesIn(t, third[0])
	if names != "t0 t1 t2" || fmt.Sprint(ids[:2]) != fmt.Sprint(before) {
		t.Errorf("received %s with %v, before %v", names, ids, before)
	}
	for _, d := range s.deliveries() {
		if d["status"] != "succeeded" {
			t.Errorf("a delivery is %v", d)
		}
	}
}

// A batch has at most 100 events, and at most 1 MB of them.
func TestBatchesAreBounded(t *testing.T) {
	t.Parallel()
	s := newBatchSetup(t, "entry.created")
	rows := make([]object, 100)
	for i := range rows {
		rows[i] = object{"description": strings.Repeat("x", 1500), "startedAt": "2026-06-16T09:00:00Z",
			"stoppedAt": "2026-06-16T10:00:00Z"}
	}
	for range 2 {
		for _, row := range rows {
			row["id"] = domain.NewID()
		}
		s.owner.Post("/api/entries:bulk", object{"items": rows}).OK()
	}
	s.owner.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z"}).OK()
	s.later(time.Second)
	total, requests := 0, s.run()
	for _, m := range requests {
		n := len(m.Body["data"].([]any))
		if total += n; n > 100 || len(m.raw) > 1<<20+1<<15 {
			t.Errorf("a batch has %d events and %d bytes", n, len(m.raw))
		}
	}
	if total != 201 || len(requests) > 5 {
		t.Errorf("%d events in %d requests", total, len(requests))
	}
}

// A test of a webhook for batches is a batch with one event.
func TestTestOfABatchWebhook(t *testing.T) {
	t.Parallel()
	s := newBatchSetup(t, "tag.created")
	s.owner.Post(s.path("/test"), nil).OK()
	got := s.run()
	if len(got) != 1 || got[0].Type != "batch" || len(got[0].Body["data"].([]any)) != 1 {
		t.Errorf("received %v", got)
	}
}
