package deliverer_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
)

// newRateSetup is a workspace with more webhooks of one receiver, which may get most requests a minute.
func newRateSetup(t *testing.T, webhooks, perHost, perWorkspace int) *setup {
	t.Helper()
	s := newSetup(t, apitest.New(t, func(c *config.Config) {
		c.Limits.WebhookHost, c.Limits.Webhooks = perHost, perWorkspace
	}), "tag.created")
	for i := range webhooks - 1 {
		s.owner.Post(all, object{"url": fmt.Sprint(s.to.URL, "/", i), "events": []string{"tag.created"}}).OK()
	}
	return s
}

// The webhooks of a workspace send so many requests a minute to one host, whatever their number is. The rest waits,
// visibly, and comes in order.
func TestRequestsToAHostAreBounded(t *testing.T) {
	t.Parallel()
	for name, limits := range map[string][2]int{"host": {30, 1000}, "workspace": {0, 30}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const webhooks, tags = 5, 10
			s := newRateSetup(t, webhooks, limits[0], limits[1])
			for i := range tags {
				s.tag(fmt.Sprint("tag ", i))
			}
			s.later(time.Second)
			got := s.run()
			if len(got) > 30 || len(got) < 20 {
				t.Fatalf("%d requests in the first minute, at most 30 are allowed", len(got))
			}
			throttled := 0
			for _, h := range s.owner.Get(all).Items() {
				if h["throttled_until"] == "2026-06-17T12:02:00Z" {
					throttled++
				}
			}
			if throttled == 0 {
				t.Error("no webhook says that it waits")
			}
			if again := s.run(); len(again) > 30-len(got) {
				t.Errorf("%d requests more within the minute", len(again))
			}
			for range 3 {
				s.later(time.Minute)
				got = append(got, s.run()...)
			}
			s.wantEachOnceInOrder(t, got, webhooks, tags)
		})
	}
}

// wantEachOnceInOrder checks that each webhook got each tag once, in order.
func (s *setup) wantEachOnceInOrder(t *testing.T, got []message, webhooks, tags int) {
	t.Helper()
	ids, last := map[string]bool{}, map[string]string{}
	for _, m := range got {
		if ids[m.ID] {
			t.Errorf("%s came twice", m.ID)
		}
		ids[m.ID] = true
		name := m.data()["record"].(object)["name"].(string)
		if name <= last[m.path] {
			t.Errorf("%s came after %s to %s", name, last[m.path], m.path)
		}
		last[m.path] = name
	}
	if len(got) != webhooks*tags || len(last) != webhooks {
		t.Errorf("%d requests to %d webhooks, want %d to %d", len(got), len(last), webhooks*tags, webhooks)
	}
}

// A host of another workspace is not held up, and instances share the window.
func TestRatesAreOfAWorkspaceAndOfAllInstances(t *testing.T) {
	t.Parallel()
	s := newRateSetup(t, 1, 10, 0)
	other := &setup{Service: s.Service, owner: s.Register("olga"), to: newReceiver(t)}
	other.owner.Post(all, object{"url": other.to.URL, "events": []string{"tag.created"}}).OK()
	for i := range 15 {
		s.tag(fmt.Sprint("tag ", i))
	}
	other.owner.Post("/api/tags", object{"name": "theirs"}).OK()
	s.later(time.Second)
	first := s.run() // each run has a deliverer of its own
	if n := len(first) + len(s.run()); n > 10 {
		t.Errorf("%d requests", n)
	}
	other.RunDeliverer(other.owner.WorkspaceID)
	if got := other.to.take(); len(got) != 1 {
		t.Errorf("the other workspace's webhook got %d requests", len(got))
	}
}
