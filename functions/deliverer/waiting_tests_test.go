package deliverer_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/domain/feed"
)

// A test that expired while it waited, such as in a deleted workspace, holds nothing up.
func TestAnExpiredTestIsDropped(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t, func(c *config.Config) { c.PurgeAfterDays = 14 }), "tag.created")
	s.owner.Post(s.path("/test"), nil).OK()
	workspace := "/api/workspaces/" + s.owner.WorkspaceID
	s.owner.Delete(workspace).OK()
	s.later(feed.DeliveryRetention)
	s.owner.Post(workspace+"/restore", nil).OK()
	s.owner = s.owner.SignInAgain()
	s.tag("after")
	s.later(time.Second)
	if got := typesOf(s.run()); got != "tag.created" {
		t.Errorf("received %q", got)
	}
	s.owner.Post(s.path("/test"), nil).OK()
	if got := typesOf(s.run()); got != "webhook.test" {
		t.Errorf("received %q", got)
	}
}

// A test is sent again as other deliveries are, and counts among those that wait.
func TestATestIsSentAgain(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	first := s.owner.Post(s.path("/test"), nil).ID()
	s.run()
	s.owner.Post(s.path("/deliveries/"+first+"/redeliver"), nil).OK()
	if got := s.run(); typesOf(got) != "webhook.test" || got[0].ID != first {
		t.Errorf("received %v", got)
	}
	if d := s.deliveries()[0]; d["status"] != "succeeded" {
		t.Errorf("the test is %v", d)
	}
	for range feed.MaxWebhookTests {
		s.owner.Post(s.path("/test"), nil).OK()
	}
	s.owner.Post(s.path("/deliveries/"+first+"/redeliver"), nil).Conflict("limit_reached")
}
