package deliverer_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/domain/feed"
)

// fairness is a workspace in trouble, all of whose webhooks have events that wait, and another one with one event.
type fairness struct {
	*setup   // of the other
	troubled *apitest.User
	to       *receiver // of all webhooks of the workspace in trouble
}

func newFairness(t *testing.T, events int) *fairness {
	t.Helper()
	api := apitest.New(t)
	f := &fairness{troubled: api.Register("bob"), to: newReceiver(t)}
	api.Clock.Advance(time.Second)
	for i := range feed.MaxWebhooks {
		f.troubled.Post(all, object{"url": fmt.Sprint(f.to.URL, "/", i), "events": []string{"tag.created"}}).OK()
	}
	for i := range events {
		f.troubled.Post("/api/tags", object{"name": fmt.Sprint("tag ", i)}).OK()
	}
	f.setup = newSetup(t, api, "tag.created")
	f.tag("One")
	f.later(feed.WebhookPoll) // all webhooks are due
	return f
}

// served lets the deliverer serve until the webhook of the other workspace is called. It counts the webhooks of the
// workspace in trouble that were called before.
func (f *fairness) served(t *testing.T, woken ...domain.ID) (before int) {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	defer end()
	before = -1
	f.setup.to.answer(func(http.ResponseWriter, int) {
		paths := map[string]bool{}
		for _, m := range f.to.take() {
			paths[m.path] = true
		}
		before = len(paths)
		end()
	})
	if err := f.NewDeliverer().Deliver(ctx, woken...); err != nil {
		t.Error(err)
	}
	return before
}

// The webhook of a workspace is served beside at most four of another, however many events of those wait, and although
// their receiver does not answer.
func TestAWorkspaceInTroubleDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	for _, events := range []int{2, 30} {
		for _, isWoken := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d events, woken: %v", events, isWoken), func(t *testing.T) {
				t.Parallel()
				f := newFairness(t, events)
				over := make(chan struct{})
				defer sync.OnceFunc(func() { close(over) })()
				f.to.answer(func(http.ResponseWriter, int) { <-over })
				var woken []domain.ID
				if isWoken {
					woken = []domain.ID{domain.ID(f.troubled.WorkspaceID), domain.ID(f.owner.WorkspaceID)}
				}
				if before := f.served(t, woken...); before < 0 || before > 4 {
					t.Errorf("%d webhooks of the workspace in trouble were called before; -1 is never", before)
				}
			})
		}
	}
}

// Where each request fails, a webhook has one turn in a call, and the other workspace is served in the same call.
func TestFailingWebhooksDoNotDelayOthers(t *testing.T) {
	t.Parallel()
	for _, events := range []int{2, 30} {
		f := newFairness(t, events)
		f.to.answerStatus(http.StatusInternalServerError)
		f.RunDeliverer()
		if got := len(f.setup.to.take()); got != 1 {
			t.Errorf("of %d events: the other webhook was called %d times", events, got)
		}
		if calls := len(f.to.take()); calls != feed.MaxWebhooks {
			t.Errorf("of %d events: %d calls of the webhooks in trouble, want one of each", events, calls)
		}
	}
}
