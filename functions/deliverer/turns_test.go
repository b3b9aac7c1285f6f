package deliverer_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stint/functions/deliverer"
	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/domain/feed"
)

// webhooksOf makes webhooks of a new user, all of one receiver.
func webhooksOf(t *testing.T, api *apitest.Service, name string,
	n int) (u *apitest.User, to *receiver, ids []domain.ID) {
	t.Helper()
	u, to = api.Register(name), newReceiver(t)
	api.Clock.Advance(time.Second)
	for range n {
		ids = append(ids, domain.ID(u.Post(all, object{"url": to.URL, "events": []string{"tag.created"}}).ID()))
	}
	return u, to, ids
}

// slow makes a receiver that answers 200 after 9 seconds.
func (s *setup) slow(to *receiver) {
	to.answer(func(http.ResponseWriter, int) { s.Clock.Advance(9 * time.Second) })
}

// Webhooks that a run serves are not due, however many they are and however long they have
// been served. So they hide no others.
func TestBusyWebhooksHideNoOthers(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	busy := map[domain.ID][]domain.ID{}
	for i := range 11 {
		u, _, ids := webhooksOf(t, api, fmt.Sprint("busy", i), feed.MaxWebhooks)
		busy[domain.ID(u.WorkspaceID)] = ids
	}
	s := newSetup(t, api, "tag.created")
	for w, ids := range busy {
		for _, id := range ids {
			if ok, err := api.Deps.Store.LeaseWebhook(t.Context(), w, id, domain.NewID()); err != nil || !ok {
				t.Fatal(ok, err)
			}
		}
	}
	s.tag("One")
	s.RunDeliverer()
	if got := s.to.take(); typesOf(got) != "tag.created" {
		t.Errorf("received %s", typesOf(got))
	}
}

// The schedule serves first what is due longest, in whichever partition it is. So a webhook that was served goes behind
// those that were not.
func TestTheLongestDueIsServedFirst(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	var want []domain.ID
	for i := range 8 {
		_, _, ids := webhooksOf(t, api, fmt.Sprint("due", i), 1)
		want = append(want, ids...)
	}
	found, err := api.Deps.Store.DueWebhooks(t.Context(), domain.InstantOf(api.Clock.Now()).Plus(feed.WebhookPoll))
	var got []domain.ID
	for _, h := range found {
		got = append(got, h.ID)
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("due are %v, want %v: %v", got, want, err)
	}
}

// A run extends the lease when a part of it is over, and the webhook is due when the lease ends.
func TestLeasesMoveWhenWebhooksAreDue(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.tag("One")
	due := func(after time.Duration) int {
		found, err := s.Deps.Store.DueWebhooks(t.Context(), domain.InstantOf(s.Clock.Now().Add(after)))
		if err != nil {
			t.Error(err)
		}
		return len(found)
	}
	s.to.answer(func(_ http.ResponseWriter, n int) {
		early, end := due(feed.WebhookLease-feed.LeaseExtension-time.Second), due(feed.WebhookLease)
		if early != 0 || end != 1 {
			t.Errorf("call %d: %d are due before the end of the lease, %d at its end", n, early, end)
		}
		if n == 2 && due(feed.WebhookLease-9*time.Second) != 1 {
			t.Error("the lease was extended 9 seconds after it began")
		}
		s.Clock.Advance(9 * time.Second)
		if n == 1 {
			s.owner.Post("/api/tags", object{"name": "Two"}).OK()
			s.RunDeliverer(s.owner.WorkspaceID) // finds the webhook taken
		}
	})
	if got := firstTimes(s.run()); got != "tag.created One, tag.created Two" {
		t.Errorf("received %s", got)
	}
}

// Slow receivers of a workspace take four slots of a call at most, and a workspace without one
// is served first. So receivers that could fill all slots hold up no other workspace.
func TestWorkspacesShareTheSlots(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	served := make(chan struct{})
	serve := sync.OnceFunc(func() { close(served) })
	t.Cleanup(serve)
	var slow []*receiver
	for i := range 4 {
		u, to, _ := webhooksOf(t, api, fmt.Sprint("slow", i), 5)
		u.Post("/api/tags", object{"name": "Slow"}).OK()
		slow = append(slow, to)
		var together atomic.Int32
		to.answer(func(http.ResponseWriter, int) {
			if n := together.Add(1); n > 4 {
				t.Errorf("%d webhooks of a workspace were served at a time", n)
			}
			defer together.Add(-1)
			<-served
		})
	}
	s := newSetup(t, api, "tag.created")
	s.tag("One")
	s.to.answer(func(http.ResponseWriter, int) { serve() })
	s.RunDeliverer()
	for _, to := range slow {
		if calls := len(to.take()); calls != 5 {
			t.Errorf("%d calls of a slow receiver", calls)
		}
	}
	if got := s.to.take(); typesOf(got) != "tag.created" {
		t.Errorf("received %s", typesOf(got))
	}
}

// A turn ends after 20 seconds. The webhook is due at once then, and the next call goes on
// where the turn ended.
func TestTurnsEnd(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	var want []string
	for i := range 8 {
		name := fmt.Sprint("tag", i)
		s.tag(name)
		want = append(want, "tag.created "+name)
	}
	s.slow(s.to)
	if got := firstTimes(s.run()); got != strings.Join(want[:3], ", ") {
		t.Errorf("the first turn sent %s", got)
	}
	s.RunDeliverer()
	if got := s.to.take(); len(got) != 5 || firstTimes(got) != strings.Join(want[3:], ", ") {
		t.Errorf("the next call sent %s", firstTimes(got))
	}
}

// A call that a change woke ends after a turn, whatever waits, so that the stream goes on.
func TestWokenCallsEnd(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	s := newSetup(t, api, "tag.created")
	member, slow, _ := webhooksOf(t, api, "bob", feed.MaxWebhooks)
	member.Post("/api/tags", object{"name": "Slow"}).OK()
	s.slow(slow)
	s.RunDeliverer(member.WorkspaceID)
	first := len(slow.take())
	if first == 0 || first > 8 {
		t.Errorf("the woken call sent %d", first)
	}
	api.Clock.Advance(time.Second)
	s.RunDeliverer()
	if rest := len(slow.take()); first+rest != feed.MaxWebhooks {
		t.Errorf("then the schedule sent %d", rest)
	}
}

// A call without time for an attempt fails and takes no lease, so that the next call can serve.
func TestCallsWithoutTimeTakeNothing(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.tag("One")
	short, cancel := context.WithTimeout(t.Context(), feed.AttemptTimeout)
	defer cancel()
	for name, call := range map[string]func(context.Context) error{
		"of the schedule": func(ctx context.Context) error { return s.NewDeliverer().Deliver(ctx) },
		"of a change": func(ctx context.Context) error {
			return s.NewDeliverer().Deliver(ctx, domain.ID(s.owner.WorkspaceID))
		},
		"at home": func(ctx context.Context) error { return s.NewDeliverer().DeliverAll(ctx) },
	} {
		if err := call(short); !errors.Is(err, deliverer.ErrNoTime) {
			t.Errorf("a call %s: %v, want %v", name, err, deliverer.ErrNoTime)
		}
	}
	s.RunDeliverer()
	if got := s.to.take(); typesOf(got) != "tag.created" {
		t.Errorf("received %s", typesOf(got))
	}
}
