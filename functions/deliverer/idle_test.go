package deliverer_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/shared/domain/feed"
)

// What a minute costs without a webhook, and with one that has nothing to send. docs/cost.md
// has the numbers.
func TestIdleMinutesAreCheap(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.RunDeliverer()
	if got := api.Probe.Snapshot(); got.Read > 16 || got.Write > 0 {
		t.Errorf("without a webhook: %v read units, %v write units", got.Read, got.Write)
	}
	s := newSetup(t, api, "tag.created")
	s.owner.VerifyEmail() // the maker of a webhook is read until they proved their address
	s.owner.Patch(s.path(""), object{"url": s.to.URL + "/idle"}).OK()
	s.tag("One")
	s.run()
	s.later(5 * feed.WebhookPoll) // the position is not stale, and the feed has settled
	s.Probe.Reset()
	s.RunDeliverer()
	if got := s.Probe.Snapshot(); got.Read > 23.5 || got.Write > 8 {
		t.Errorf("with an idle webhook: %v read units, %v write units", got.Read, got.Write)
	}
}
