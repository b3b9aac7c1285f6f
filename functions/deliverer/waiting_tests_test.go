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
