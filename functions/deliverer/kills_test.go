package deliverer_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/feed"
)

// firstTimes are the messages without those that came before.
func firstTimes(all []message) string {
	seen := map[string]bool{}
	var names []string
	for _, m := range all {
		if !seen[m.ID] {
			seen[m.ID] = true
			record, _ := m.data()["record"].(object)
			names = append(names, fmt.Sprint(m.Type, " ", record["name"]))
		}
	}
	return strings.Join(names, ", ")
}

// killed is a webhook with three events, and the deliverer dies at one call of the database.
// The receiver takes some time for each answer.
func killed(t *testing.T, fault testkit.Fault, takes time.Duration) (hit bool) {
	s := newSetup(t, apitest.New(t), "tag.created", "tag.deleted")
	s.to.answer(func(http.ResponseWriter, int) { s.Clock.Advance(takes) })
	one := s.tag("One")
	s.tag("Two")
	s.later(time.Second)
	s.owner.Delete("/api/tags/" + one).OK()
	s.Probe.Reset()
	injected := s.Probe.Inject(fault)
	_ = s.NewDeliverer().Deliver(t.Context(), domain.ID(s.owner.WorkspaceID))
	hit = injected.Hits() > 0
	s.Probe.Reset()
	got := s.to.take()
	for range 3 {
		s.later(feed.WebhookLease)
		got = append(got, s.run()...)
	}
	const want = "tag.created Two, tag.deleted <nil>"
	if order := firstTimes(got); order != want {
		t.Errorf("received %s, want %s", order, want)
	}
	for _, m := range got {
		s.wantSigned(t, m, s.secret)
	}
	for _, d := range s.deliveries() {
		if d["status"] != "succeeded" {
			t.Errorf("the delivery is %v", d)
		}
	}
	return hit
}

// Whenever the deliverer dies, every event arrives at least once, and in order: the next run
// continues where the last write was.
func TestKillsLoseAndReorderNothing(t *testing.T) {
	t.Parallel()
	killAtEachCall(t, 0)
}

// The same holds when each delivery takes a turn of its own.
func TestKillsBetweenTurnsLoseNothing(t *testing.T) {
	t.Parallel()
	killAtEachCall(t, 25*time.Second)
}

func killAtEachCall(t *testing.T, takes time.Duration) {
	for when, crash := range testkit.Crashes() {
		for k, hit := 0, true; hit; k++ {
			t.Run(fmt.Sprintf("%s call %d", when, k+1), func(t *testing.T) {
				crash.Skip = k
				hit = killed(t, crash, takes)
			})
		}
	}
}

// Several runs at once never send at the same time, and send nothing twice.
func TestOneRunSendsAtATime(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	var sending, together atomic.Int32
	s.to.answer(func(http.ResponseWriter, int) {
		if sending.Add(1) > 1 {
			together.Add(1)
		}
		defer sending.Add(-1)
		s.owner.Get(all).OK() // takes some time
	})
	var want []string
	for i := range 8 {
		name := fmt.Sprint("tag", i)
		s.tag(name)
		want = append(want, "tag.created "+name)
	}
	testkit.Race(t, 6, func(int) { s.RunDeliverer(s.owner.WorkspaceID) })
	got := s.to.take()
	if together.Load() > 0 || len(got) != len(want) || firstTimes(got) != strings.Join(want, ", ") {
		t.Errorf("%d sent at the same time; received %s", together.Load(), firstTimes(got))
	}
}

// A change that is written while a run has the webhook is not left for later: the run looks
// again.
func TestWokenRunsLookAgain(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.tag("One")
	s.to.answer(func(_ http.ResponseWriter, n int) {
		if n == 1 {
			s.tag("Two")
			s.RunDeliverer(s.owner.WorkspaceID) // finds the webhook taken
		}
	})
	if got := firstTimes(s.run()); got != "tag.created One, tag.created Two" {
		t.Errorf("received %s", got)
	}
}

// What is written while the receiver is down is sent when it is back, also after many runs.
func TestReceiversComeBack(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created", "entry.created")
	s.to.answerStatus(502)
	var want []string
	for i := range 5 {
		name := fmt.Sprint("tag", i)
		s.tag(name)
		want = append(want, "tag.created "+name)
		s.run()
		s.later(10 * time.Minute)
	}
	s.to.answer(nil)
	s.later(2 * time.Hour)
	if got := firstTimes(s.run()); got != strings.Join(want, ", ") {
		t.Errorf("received %s", got)
	}
}
